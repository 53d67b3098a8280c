import { configure, screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type ClientLoaderFunction,
  createBrowserRouter,
  type LoaderFunction,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import type { Organiser } from '../../src/server/actors.ts'
import type { RequestParts } from '../../src/server/http/render-page.ts'
import { action } from '../../src/web/actions/action-route.ts'
import { requestParts } from '../../src/web/app-context.ts'
import { guard } from '../../src/web/guard.ts'
import { liveStore } from '../../src/web/live/use-live-view.ts'
import { allPages } from '../../src/web/pages.ts'
import * as root from '../../src/web/root.tsx'
import { anna, type OpenCup } from './cup-app.ts'

type PageModule = {
  readonly default: ComponentType<{ loaderData: unknown }>
  readonly loader?: LoaderFunction
  readonly clientLoader?: ClientLoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

const files = import.meta.glob<PageModule>('../../src/web/pages/**/*.tsx')
const pageModules = await Promise.all(
  allPages
    .filter(({ isFile }) => !isFile)
    .map(async (page) => ({ ...page, module: await files[`../../src/web/${page.file}`]?.() })),
)

// Shorter errors, without a dump of the page.
configure({ getElementError: (message) => new Error(message?.split('\n', 1)[0]) })

/** What happens to a request; `go` passes it to the cup. */
type Fate = (go: () => Promise<unknown>) => Promise<unknown>

/** Failures of a request. */
export const fates = {
  'the network is cut': () => Promise.reject(new TypeError('Failed to fetch')),
  'the answer is lost': async (go) => {
    await go()
    throw new TypeError('Failed to fetch')
  },
  'the server never answers': () => new Promise(() => {}),
  'the server fails': async () => new Response('Oops', { status: 500 }),
  'a proxy answers': async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
} satisfies Record<string, Fate>

/** In-process network between the page and the cup: each request has the fate chosen for its address. */
function createNetwork() {
  const chosen: { readonly path: RegExp; readonly fate: Fate }[] = []
  const asked: string[] = []
  return {
    /** The requested addresses so far, a page's data as `/admin/teams.data`. */
    asked,
    meets(path: RegExp, fate: Fate) {
      chosen.unshift({ path, fate })
    },
    /** Holds requests; each call of the result lets one through. */
    holds(path: RegExp) {
      const held: (() => void)[] = []
      this.meets(path, async (go) => {
        await new Promise<void>((resolve) => held.push(resolve))
        return go()
      })
      return async () => {
        await eventually(() => held.length > 0 || fail(`Nothing was sent to ${path}.`))
        held.shift()?.()
      }
    },
    mend() {
      chosen.length = 0
    },
    ask(path: string, go: () => Promise<unknown>): Promise<unknown> {
      asked.push(path)
      const rule = chosen.find((one) => one.path.test(path))
      return rule ? rule.fate(go) : go()
    },
  }
}

type Network = ReturnType<typeof createNetwork>
type Session = { organiser: Organiser | undefined }
type Server = { readonly cup: OpenCup; readonly network: Network; readonly session: Session }

type Options = {
  readonly organiser?: Organiser
  readonly hasStream?: boolean
  /** How far the clock of the device is ahead of the cup's. */
  readonly fastMs?: number
  /** Breaks the network before the page loads. */
  readonly prepare?: (network: Network) => void
}

/**
 * Opens an address of the real app in a DOM without layout: the page's own modules, the router and the stores, with the real cup in
 * this process behind them. The page's clock is fake and advances only when the test says so.
 */
export async function openPage(
  cup: OpenCup,
  address: string,
  { organiser, hasStream = true, fastMs = 0, prepare }: Options = {},
) {
  const server: Server = { cup, network: createNetwork(), session: { organiser } }
  prepare?.(server.network)
  replaceBrowser(server, hasStream, fastMs)
  const complaints = vi.spyOn(console, 'error')
  history.replaceState(null, '', address)
  const routes = routesTo(server)
  const shown = matchRoutes(routes, location) ?? []
  const loaded = shown.map(async ({ route, params }) => {
    const { module, path } = route.id === 'root' ? rootPage : (pageOf(route.id) ?? rootPage)
    return [route.id, await load(server, module, path, new URL(address, location.href), params)]
  })
  const loaderData = Object.fromEntries(await Promise.all(loaded))
  const router = createBrowserRouter(routes, { hydrationData: { loaderData } })
  const container = document.body.appendChild(document.createElement('div'))
  const rendered = createRoot(container)
  rendered.render(<RouterProvider router={router} />)
  let isOpen = true
  /** Closes the page; its storage stays until the test is over. */
  async function leave() {
    if (!isOpen) return
    isOpen = false
    rendered.unmount()
    await settle()
    container.remove()
    router.dispose()
    forget()
    liveStore.stop()
    const complained = complaints.mock.calls.map(String)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    expect(complained, 'what React complained of').toEqual([])
  }
  onTestFinished(async () => {
    localStorage.clear()
    sessionStorage.clear()
    await leave()
  })
  await eventually(() => container.childElementCount > 0 || fail('Nothing was rendered.'))
  liveStore.start()
  await settle()
  return { ...server, ...personAt(), leave }
}

/** A person's actions, by the names on the page. */
function personAt() {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    user,
    async tap(name: string | RegExp, inside?: HTMLElement) {
      await user.click(await eventually(() => button(name, inside)))
    },
    async follow(name: string | RegExp, inside?: HTMLElement) {
      await user.click(await eventually(() => seenIn(inside).getByRole('link', { name })))
    },
    /** Replaces a field's text. */
    async fill(label: string | RegExp, text: string, inside?: HTMLElement) {
      const found = await eventually(() => field(label, inside))
      await user.clear(found)
      if (text) await user.type(found, text)
    },
  }
}

const seenIn = (inside?: HTMLElement) => (inside ? within(inside) : screen)

export function button(name: string | RegExp, inside?: HTMLElement): HTMLButtonElement {
  return seenIn(inside).getByRole('button', { name })
}

export function field(label: string | RegExp, inside?: HTMLElement): HTMLInputElement {
  return seenIn(inside).getByLabelText(label, { exact: false })
}

export function dialog(name: string): HTMLDialogElement | null {
  return screen.queryByRole('dialog', { name })
}

/** The texts of all visible elements with that role. */
export function textsOf(role: string, inside?: HTMLElement): string[] {
  return seenIn(inside)
    .queryAllByRole(role)
    .map(({ textContent }) => textContent ?? '')
    .filter(Boolean)
}

/** A team's row in a table, by the name of one of its players. */
export function rowOf(player: string): HTMLElement {
  const rows = screen.getAllByRole('row').filter((row) => within(row).queryByText(player))
  return rows.length === 1 && rows[0] ? rows[0] : fail(`${rows.length} rows have ${player}.`)
}

/** A success is a `status`, an error an `alert`. */
export async function says(role: 'status' | 'alert', words: string) {
  await eventually(() => expect(textsOf(role)).toContainEqual(expect.stringContaining(words)))
}

/** A side of a match in the bracket, by its place. */
export function sideAt(place: string, side: 1 | 2): HTMLElement {
  const found = document.querySelector<HTMLElement>(`.bracket [data-match="${place}"] [data-side="${side}"]`)
  return found ?? fail(`There is no side ${side} of match ${place}.`)
}

/** The clock, fetch and EventSource of the page. */
function replaceBrowser({ cup, network, session }: Server, hasStream: boolean, fastMs: number) {
  vi.useFakeTimers({
    now: cup.clock.now().getTime() + fastMs,
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    const late = new DOMException('The signal timed out.', 'TimeoutError')
    setTimeout(() => controller.abort(late), milliseconds)
    return controller.signal
  })
  vi.stubGlobal('fetch', (path: string, { signal, ...init }: RequestInit = {}) => {
    const request = new Request(new URL(path, location.href), init)
    const context = contextOf(cup, session)
    const params = { name: path.replace('/action/', '') }
    const go = () => action({ context, request, params, url: new URL(request.url), pattern: '/action/:name' })
    const isLate = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([network.ask(path, go), isLate])
  })
  vi.stubGlobal(
    'EventSource',
    hasStream
      ? streamOf(cup)
      : class extends EventTarget {
          close() {}
        },
  )
}

/** The live store is a module singleton: the view of a fresh cup makes it forget ended sessions and the server's clock. */
let forget = () => {}

/** The cup's event stream, in process. */
function streamOf({ view, clock }: OpenCup) {
  return class extends EventTarget {
    private unsubscribe = () => {}

    constructor(url: string) {
      super()
      const since = /since=(\d+)-(\d+)/.exec(url)
      const tell = (type: string, data: unknown) =>
        this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }))
      void view.ready().then((current) => {
        const { epoch, revision } = current
        this.unsubscribe = view.subscribe((news) =>
          news.kind === 'view' ? tell('view', news.view) : tell('message', news.revision),
        )
        forget = () => {
          const fresh = { epoch: Number.MAX_SAFE_INTEGER, revision: 0 }
          tell('view', { ...current, ...fresh })
          tell('hello', { ...fresh, now: new Date().toISOString() })
        }
        if (since?.[1] !== String(epoch) || since?.[2] !== String(revision)) tell('view', current)
        tell('hello', { epoch, revision, now: clock.now().toISOString() })
      })
    }

    close() {
      this.unsubscribe()
    }
  }
}

function contextOf(cup: OpenCup, session: Session) {
  const parts: RequestParts = {
    app: cup.app,
    organiser: session.organiser,
    origin: undefined,
    nearby: () => undefined,
    now: cup.clock.now(),
    from: { address: '127.0.0.1', device: 'a test' },
    nonce: '',
    registered: undefined,
    entryCookie: () => '',
    sessionCookies: () => {
      session.organiser = anna
      return []
    },
    clearedCookie: () => {
      session.organiser = undefined
      return ''
    },
  }
  return new RouterContextProvider(new Map([[requestParts, parts]]))
}

const rootPage = { path: '', module: root as unknown as PageModule }
const pageOf = (id: string | undefined) => pageModules.find((page) => page.id === id)

function routesTo(server: Server): RouteObject[] {
  const children = pageModules.map(({ id, path, module }) => ({
    ...routeOf(server, id, path, module),
    path,
  }))
  return [{ ...routeOf(server, 'root', '', rootPage.module), children }]
}

function routeOf(server: Server, id: string, pattern: string, module: PageModule | undefined) {
  const Page = module?.default
  if (!Page) throw new Error(`${id} is no page.`)
  const loader = (args: LoaderFunctionArgs) => {
    const url = new URL(args.request.url)
    const serverLoader = async () => {
      const go = () => load(server, module, pattern, url, args.params)
      const answer = await server.network.ask(`${url.pathname}.data${url.search}`, go)
      if (answer instanceof Response) throw new Error('Unable to decode turbo-stream response')
      return answer
    }
    if (!module.loader) return null
    const { clientLoader = serverLoader as ClientLoaderFunction } = module
    return clientLoader({ ...args, url, pattern, serverLoader: serverLoader as never })
  }
  return {
    id,
    loader,
    ...(module.shouldRevalidate && { shouldRevalidate: module.shouldRevalidate }),
    Component: () => <Page loaderData={useLoaderData()} />,
  }
}

/** The server's answer: its guard, then the page's loader. */
async function load(
  { cup, session }: Server,
  module: PageModule | undefined,
  pattern: string,
  url: URL,
  params: LoaderFunctionArgs['params'],
) {
  const context = contextOf(cup, session)
  const args = { context, url, params, pattern, request: new Request(url) }
  if (pattern) await guard(args, async () => new Response())
  const answer = (await module?.loader?.(args)) as { data?: unknown } | null
  return answer && 'data' in answer && 'init' in answer ? answer.data : answer
}

function fail(message: string): never {
  throw new Error(message)
}

const turn = setImmediate

/** Waits for React's work and pending answers of the cup, without advancing the clock. */
export async function settle() {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => turn(resolve))
}

/** Advances the page's clock in steps, so that work started by one timer finishes before the next fires. */
export async function passes(milliseconds: number) {
  await settle()
  const stepMs = Math.max(50, milliseconds / 40)
  for (let left = milliseconds; left > 0; left -= stepMs) {
    await vi.advanceTimersByTimeAsync(Math.min(stepMs, left))
    await settle()
  }
}

const realNow = performance.now.bind(performance)

/** Retries a check until it holds; of the page's clock only animation frames advance. */
export async function eventually<Value>(check: () => Value): Promise<Value> {
  const end = realNow() + 20_000
  for (;;) {
    try {
      return check()
    } catch (error) {
      if (realNow() > end) throw error
    }
    await vi.advanceTimersByTimeAsync(1)
    await settle()
  }
}
