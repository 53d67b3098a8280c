import { type ComponentType, memo, useEffect, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  matchPath,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRevalidator,
} from 'react-router'
import type { ViewSlice } from '../domain/changes.ts'
import { messages } from '../domain/messages.ts'
import { loadTimeoutMs, scriptTimeoutMs } from '../domain/settings/limits.ts'
import { useLiveStatus, useLiveView } from './live/use-live-view.ts'
import {
  allPages,
  descriptions,
  type Page,
  type PageName,
  type Parts,
  pageOfPattern,
  pages,
} from './pages.ts'
import { paths } from './paths.ts'
import { answered, leadsToLogin, session } from './reachable.ts'
import { ErrorNote, type RetryProps } from './ui/error-note.tsx'
import { defaultBrand, PageContext, PageFrame } from './ui/page-frame.tsx'
import type { RootData } from './ui/time.tsx'

/** The page on screen. `location` may be ahead of it: back, forward and late pages change the address first. */
let shownPath: string | undefined

/** What `pageLoader` (page-loader.ts) answers with. */
type Answered<Loaded> = Loaded | { readonly error: string }

type ShowProps<Loaded> = {
  /** The loaded data, with its parts of the view live. */
  view: Loaded
  /** As loaded: to detect that data outside the stream is behind. */
  loaded: Loaded
  /** Its error sentence while `view` is fallback data (`standsIn`). */
  error?: string | undefined
}

type FailedProps<Loaded> = {
  error: string
  /** The last good data. */
  before?: Loaded | undefined
}

/** The props of a page's component. */
export type PageProps<Loader extends (...args: never[]) => Promise<{ readonly data: unknown }>> = ShowProps<
  Exclude<Awaited<ReturnType<Loader>>['data'], { readonly error: string }>
>

/**
 * Wraps a page's component with live data and the error state. A failed reload keeps the last good data on screen, and everything
 * that was typed.
 */
export function page<Name extends PageName, Loaded extends Parts<Name>>(
  name: Name,
  Show: ComponentType<ShowProps<Loaded>>,
  Failed: ComponentType<FailedProps<Loaded>> = ErrorPage,
) {
  const entry: Page = pages[name]
  // Memoised: the router renders the route again around every post.
  const Shown = memo(Show) as unknown as ComponentType<ShowProps<ViewSlice | undefined>>
  const Broken = Failed as ComponentType<FailedProps<ViewSlice>>

  return function TablePage({ loaderData }: { loaderData?: Answered<ViewSlice> }) {
    const { shown: loaded, good } = useLastGood(entry, loaderData ?? undefined)
    const slice = loaded && 'revision' in loaded ? loaded : undefined
    const view = useLiveView(slice)
    const isFailed = entry.failed && loaded && 'error' in loaded && view === slice
    const error = isFailed ? loaded.error : undefined
    const { pathname } = useLocation()
    // biome-ignore lint/correctness/useExhaustiveDependencies: another address of the page, such as a group of settings, has another heading.
    useEffect(() => {
      if (shownPath !== undefined) focusHeading()
      shownPath = entry.path
    }, [pathname])
    return (
      <PageContext value={entry}>
        {error !== undefined && !slice ? (
          <Broken error={error} before={good} />
        ) : (
          <Shown view={view} loaded={slice} error={error} />
        )}
      </PageContext>
    )
  }
}

/** As on a full page load, a screen reader tells which page this is, and the keyboard continues there. */
function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Keeps the last answer without an error, until another page or another part of its list is asked for. */
function useLastGood<Loaded extends object>(entry: Page, loaded: Answered<Loaded> | undefined) {
  const { pathname, search } = useLocation()
  const asked = `${pathname} ${entry.listed?.(new URLSearchParams(search))}`
  const [known, setKnown] = useState({ loaded, asked, shown: loaded, good: goodOf(loaded) })
  if (known.loaded === loaded && known.asked === asked) return known
  const isTrouble = loaded && 'error' in loaded && goodOf(known.shown)
  const shown = known.loaded === loaded || (isTrouble && asked === known.asked) ? known.shown : loaded
  const next = { loaded, asked, shown, good: goodOf(shown) ?? known.good }
  setKnown(next)
  return next
}

function goodOf<Loaded extends object>(loaded: Answered<Loaded> | undefined): Loaded | undefined {
  return loaded && 'error' in loaded ? undefined : loaded
}

/** The error state of every page: its title and way back, the sentence and Retry. */
export function ErrorPage({ error, ...retry }: { error: string } & RetryProps) {
  return (
    <PageFrame>
      <ErrorNote {...retry}>{error}</ErrorNote>
    </PageFrame>
  )
}

/** A failed request resolves to the page's error sentence: a throw would lose its title and way back. */
export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadOr(pageOfPattern(args.pattern)?.failed, args)
}

export function loadOr(failed: string | undefined, { pattern, url, serverLoader }: ClientLoaderFunctionArgs) {
  // A navigation waits longer: LatePage (root.tsx) reports it after 10 s, and a late answer still opens the page.
  const isReload = pageOfPattern(pattern)?.path === shownPath
  const asked = serverLoader().catch(async (error: unknown) => {
    if (isReload && leadsToLogin(error)) return new Promise<never>(session.end)
    if (!isReload && !(error instanceof Response) && (await isBackAtCopy(url)))
      return new Promise<never>(() => location.reload())
    throw error
  })
  return answered<unknown>(
    asked,
    (isSilent) => (failed ? { error: isSilent ? messages.loadTimeout : failed } : null),
    isReload ? loadTimeoutMs : scriptTimeoutMs,
  )
}

/**
 * Whether Back or Forward has led from another page to one that the service worker has a copy of. For the worker this looks like a
 * reload of the page on screen, so it does not show the copy. No loop: after the reload no other page is on screen.
 */
async function isBackAtCopy({ pathname }: URL): Promise<boolean> {
  if (shownPath === undefined || location.pathname !== pathname || !('caches' in globalThis)) return false
  // Copies of a draw have no query.
  return (await caches.match(pathname, { ignoreSearch: true, ignoreVary: true })) !== undefined
}

/** The stream keeps a page current: only another part of its list, or data that is not on the stream, is loaded again. */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const { listed, reloadsAfterPost = false } = pageAt(nextUrl.pathname)
  if (formMethod !== undefined && formMethod !== 'GET') return reloadsAfterPost && defaultShouldRevalidate
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)
    return defaultShouldRevalidate
  return listed?.(currentUrl.searchParams) !== listed?.(nextUrl.searchParams)
}

export function pageAt(pathname: string): (typeof allPages)[number] {
  return allPages.find(({ path }) => matchPath(path, pathname)) ?? { id: 'notFound', ...pages.notFound }
}

/** Debounce: a tap is often followed by another. */
const firstWaitMs = 250
const longestWaitMs = 10_000

/**
 * Revalidates a page for data that is not on the stream: while `isBehind`, one request at a time with exponential backoff, and every
 * `everyMs` while the page is visible.
 */
export function useReload(isBehind: boolean, everyMs?: number) {
  const { revalidate, state } = useRevalidator()
  const isLive = useLiveStatus().state === 'live'
  const asked = useRef(0)
  const isDue = isBehind && isLive && state === 'idle'

  useEffect(() => {
    if (!isBehind) asked.current = 0
    if (!isDue) return
    let timer: number
    // Retries even if `state` never became 'loading': a navigation at that moment cancels the request.
    function askSoon() {
      const waitMs = Math.min(firstWaitMs * 2 ** asked.current, longestWaitMs)
      timer = window.setTimeout(() => {
        asked.current += 1
        revalidate()
        askSoon()
      }, waitMs)
    }
    askSoon()
    return () => clearTimeout(timer)
  }, [isBehind, isDue, revalidate])

  useEffect(() => {
    if (!everyMs) return
    const timer = setInterval(() => !document.hidden && revalidate(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, revalidate])
}

/**
 * Description and Open Graph tags, rendered on the server only: crawlers read nothing else, and React leaves them in the head. The live
 * <title> is PageTitle's (ui/page-frame.tsx).
 */
export function meta({ matches, location }: Pick<MetaArgs, 'matches' | 'location'>) {
  if (!import.meta.env.SSR) return []
  const { id, title, openTo, isUnlisted } = pageAt(location.pathname)
  const about = descriptions[id] ?? 'For organisers of the cup.'
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const brand = root?.settings.editionTitle ?? defaultBrand
  const description = root?.evening ? `${root.evening}. ${about}` : about
  return [
    { name: 'description', content: about },
    { property: 'og:title', content: title ? `${title} · ${brand}` : brand },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    // `og:image` must be absolute; its query changes with the picture, because messengers cache it by address.
    {
      property: 'og:image',
      content: `${root?.site ?? ''}${paths.preview}?v=${root?.epoch}.${root?.revision}`,
    },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${brand}, and where it is now` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isUnlisted || openTo === 'organiser' ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
