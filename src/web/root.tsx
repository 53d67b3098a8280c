import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import {
  createPath,
  isRouteErrorResponse,
  type Location,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatch,
  useNavigate,
  useNavigation,
} from 'react-router'
import { messages } from '../domain/messages.ts'
import { eveningWords } from '../domain/night/schedule.ts'
import { loadTimeoutMs, scriptTimeoutMs } from '../domain/settings/limits.ts'
import { defaultSettings } from '../domain/settings/settings.ts'
import type { Route } from './+types/root'
import { siteOf } from './actions/page-action.ts'
import { requestParts } from './app-context.ts'
import { ownTeamScript } from './follow/own-team.tsx'
import { guard } from './guard.ts'
import { lazily } from './lazily.ts'
import { NonceContext } from './nonce.ts'
import { ErrorPage, pageAt } from './page.tsx'
import NotFoundPage from './pages/not-found.tsx'
import { pages } from './pages.ts'
import { paths } from './paths.ts'
import { usePreloadedPages } from './preload-pages.ts'
import styles from './styles/app.css?inline'
import { OutOfSightContext } from './ui/dialog.tsx'
import { ErrorNote } from './ui/error-note.tsx'
import { defaultBrand, PageContext, PageFrame, SiteHeader, themeScript } from './ui/page-frame.tsx'
import { stopWatchingScripts, watchScripts } from './watch-scripts.ts'

export const middleware = [guard]

/** Data of every page: the cup's name and zone, whether somebody is signed in, and the app's link for a draw page that failed to load. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const parts = context.get(requestParts)
  const { app, organiser } = parts
  const page = { site: siteOf(parts, new URL(request.url).origin), isSignedIn: organiser !== undefined }
  try {
    const { epoch, revision, settings } = await app.publicView()
    const { editionTitle, timeZone, appLink } = settings
    const evening = eveningWords(settings)
    return { ...page, epoch, revision, evening, settings: { editionTitle, timeZone, appLink } }
  } catch {
    // The page itself reports the failure; the stream brings the name later.
    const { appLink } = defaultSettings
    return { ...page, epoch: 0, revision: 0, settings: { editionTitle: defaultBrand, timeZone: '', appLink } }
  }
}

// The stream keeps the settings current; only signing in changes the rest.
export const shouldRevalidate = ({ currentUrl }: { currentUrl: URL }) => currentUrl.pathname === paths.login

/** Scripts must not delay the first paint: the page is readable without them. (React's types lack this property.) */
const patiently = { fetchPriority: 'low' }

const stylesId = 'styles'

/** Inlined for a fast first paint; in a browser they are read back from the document. */
const pageStyles =
  import.meta.env.SSR || import.meta.env.DEV ? styles : (document.getElementById(stylesId)?.textContent ?? '')

const watched = JSON.stringify({ timeoutMs: scriptTimeoutMs, unattended: paths.screen })
/** Runs before hydration, so browser bundles omit it. CSS finds `data-scripts` where `scripting: enabled` is unknown: before Safari 17 and Chrome 120. */
const firstScript =
  import.meta.env.SSR || import.meta.env.DEV
    ? `document.documentElement.dataset.scripts='';${themeScript};${ownTeamScript};(${watchScripts})(${watched})`
    : ''

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const isOwnLink = useMatch(pages.entry.path) !== null
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text.
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        <meta name="theme-color" content="#123f27" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1511" media="(prefers-color-scheme: dark)" />
        <Meta />
        <style
          id={stylesId}
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text.
          dangerouslySetInnerHTML={{ __html: pageStyles }}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        {/* Added to a home screen, a team's own page must open itself, not the manifest's start page. */}
        {!isOwnLink && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {children}
        <ScriptTrouble />
        <ScrollRestoration />
        <Scripts nonce={nonce} {...patiently} />
      </body>
    </html>
  )
}

export default function Root() {
  usePreloadedPages()
  return (
    <>
      <Progress />
      <Page />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  const title =
    isRouteErrorResponse(error) && error.status === 403 ? 'Organisers only' : 'Something went wrong'
  return (
    <PageFrame title={title} width="text">
      <ErrorNote>{messages.loadFailed}</ErrorNote>
    </PageFrame>
  )
}

/** The page; after 400 ms of a navigation, a skeleton of the next one. The page stays mounted, with everything that was typed. */
function Page() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  // Another address of the same page, such as another past edition, keeps the page in view.
  const isLeaving = state === 'loading' && pageAt(location.pathname) !== pageAt(pathname)
  const to = isLeaving ? createPath(location) : undefined
  const isSlow = useWaited(isLeaving || undefined, 400)
  const isLate = useWaited(to, loadTimeoutMs)
  return (
    <>
      {isLate ? <LatePage key={to} location={location as Location} /> : isSlow && <PageToCome />}
      <div className={isSlow ? 'hidden' : 'contents'}>
        <OutOfSightContext value={isSlow}>
          <Outlet />
        </OutOfSightContext>
      </div>
    </>
  )
}

/** Whether `what` is defined and has not changed for that long. */
function useWaited(what: string | true | undefined, milliseconds: number): boolean {
  const [waitedFor, setWaitedFor] = useState<typeof what>()

  useEffect(() => {
    if (what === undefined) return
    const timer = setTimeout(() => setWaitedFor(what), milliseconds)
    return () => {
      clearTimeout(timer)
      setWaitedFor(undefined)
    }
  }, [what, milliseconds])

  return what !== undefined && waitedFor === what
}

// The script is preloaded with the draw page's own, wherever that is linked.
const AppModal = lazily(() => import('./pages/draw/app-modal.tsx').then((file) => file.AppModal))

/** Error state of a navigation after 10 s. A late answer still opens the page. */
function LatePage({ location }: { location: Location }) {
  const navigate = useNavigate()
  const to = createPath(location)
  const askAgain = () => navigate(to, { replace: true, state: location.state })
  useAddress(to, askAgain)

  const page = pageAt(location.pathname)
  return (
    <PageContext value={page}>
      <ErrorPage error={messages.loadTimeout} retryTo={to} onRetry={askAgain} />
      {page.id === 'draw' && (
        <Suspense>
          <AppModal />
        </Suspense>
      )}
    </PageContext>
  )
}

/**
 * Pushes the late page's address, so that a reload asks for that page. The router would push it only when the page arrives; navigating
 * again with `replace` saves a second history entry. Back and forward have changed the address already.
 */
function useAddress(to: string, askAgain: () => Promise<void> | void) {
  const ask = useEffectEvent(askAgain)
  useEffect(() => {
    const before = createPath(window.location)
    if (before === to) return
    const { state } = history
    history.pushState(state, '', to)
    void ask()
    return () => {
      // The navigation was cancelled: the page below is shown again.
      if (history.state?.key === state?.key) history.replaceState(state, '', before)
    }
  }, [to])
}

/** Skeleton of a page: a title and some lines. */
function PageToCome() {
  return (
    <>
      <SiteHeader width="wide" />
      <div aria-hidden="true" className="mx-auto w-full max-w-6xl px-4 pt-16 sm:px-6">
        <div className="skeleton mb-8 h-12 w-64 max-w-full" />
        <div className="grid gap-3">
          {[1, 2, 3, 4, 5, 6, 7].map((line) => (
            <div key={line} className="skeleton h-14" />
          ))}
        </div>
      </div>
    </>
  )
}

/** Progress bar of a navigation. */
function Progress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div role="progressbar" aria-label="Loading" className="progress" />
}

/** Note with Retry for scripts that failed to load; the page stays readable. */
function ScriptTrouble() {
  const { state, location } = useNavigation()
  const pending = state === 'loading' ? `${location.pathname}${location.search}` : undefined
  const [retryTo, setRetryTo] = useState<string>()
  const { pathname, search } = useLocation()

  useEffect(stopWatchingScripts, [])

  useEffect(() => {
    if (!pending) return setRetryTo(undefined)
    const timer = setTimeout(() => setRetryTo(pending), scriptTimeoutMs)
    return () => clearTimeout(timer)
  }, [pending])

  return (
    <div role="alert" className="script-trouble" data-shown={retryTo === undefined ? undefined : ''}>
      <p>Part of this page could not be loaded.</p>
      <a href={retryTo ?? `${pathname}${search}`} className="button button-primary">
        Retry
      </a>
    </div>
  )
}
