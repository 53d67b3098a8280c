import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Extras } from '../../domain/answer.ts'
import type { TeamId } from '../../domain/cup.ts'
import type { From, Organiser } from '../actors.ts'
import type { App } from '../app.ts'
import { isSecretPath } from './request.ts'
import type { Answer } from './respond.ts'
import { contentSecurityPolicy, documentHeaders, securityHeaders, takeOwnInline } from './security-headers.ts'

/** Request context: what a page gets from the server. */
export type RequestParts = {
  readonly app: App
  readonly organiser: Organiser | undefined
  /** The environment's `ORIGIN`. */
  readonly origin: string | undefined
  /** The cup's address for phones in the same network, if known. */
  readonly nearby: () => string | undefined
  /** The server's time of the request. */
  readonly now: Date
  readonly from: From
  /** Only inline scripts and styles that carry it are allowed. */
  readonly nonce: string
  /** The team this browser has just registered, without scripts. */
  readonly registered: { readonly teamId: TeamId; readonly token: string } | undefined
  /** `set-cookie` line with the link of the team just registered, valid for minutes. */
  entryCookie(token: string): string
  /** `set-cookie` lines that sign in, and mark the browser as known: the sign-in backoff for strangers does not apply to it. */
  sessionCookies(session: NonNullable<Extras['session']>): readonly string[]
  /** `set-cookie` line that signs out. */
  clearedCookie(): string
}

/** React Router's request handler: a page, its data, or the answer to a post. */
export type Pages = (request: Request, parts: RequestParts) => Promise<Response>

/** The address of a team's own page must leak neither through a link nor to a search engine. */
const secretHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** Renders a page, and gives it the security headers and the policy for its own inline scripts. */
export async function renderPage(
  pages: Pages,
  request: Request,
  {
    parts,
    cacheControl,
    hasPolicy,
  }: {
    readonly parts: Omit<RequestParts, 'nonce'>
    /** Default, which the page may override. */
    readonly cacheControl: string
    readonly hasPolicy: boolean
  },
): Promise<Answer> {
  const nonce = randomUUID()
  const { protocol, pathname } = new URL(request.url)
  const isSecure = protocol === 'https:'
  const response = await pages(request, { ...parts, nonce })
  const type = response.headers.get('content-type') ?? ''
  const page = type.startsWith('text/html') ? takeOwnInline(await response.text(), nonce) : undefined
  const body = page ? Buffer.from(lowerPreloads(page.html)) : Buffer.from(await response.arrayBuffer())
  const isDocument = page !== undefined || response.headers.has('location')
  // Pages and files for other sites set their own headers.
  const framed = page && (response.headers.get('content-security-policy') ?? undefined)
  const openTo = isDocument ? null : response.headers.get('cross-origin-resource-policy')
  const cookies = response.headers.getSetCookie()
  const headers: OutgoingHttpHeaders = {
    'cache-control': cacheControl,
    ...Object.fromEntries(response.headers),
    vary: 'accept-encoding, cookie',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(hasPolicy && page && { 'content-security-policy': contentSecurityPolicy(page, framed) }),
    ...(isDocument ? documentHeaders(isSecure, framed !== undefined) : securityHeaders(isSecure)),
    ...(openTo && { 'cross-origin-resource-policy': openTo }),
    ...(isSecretPath(pathname) && secretHeaders),
  }
  // They describe the bytes sent, and are set again when these are known.
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'])
    delete headers[name]
  return {
    status: response.status,
    type: type === 'text/html' ? 'text/html; charset=utf-8' : type,
    headers,
    body,
  }
}

/** A page is readable without its scripts: at the default priority they would delay its first paint. */
function lowerPreloads(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

export class TooBusy extends Error {}

type Client = Pick<ServerResponse, 'destroyed' | 'once'>

/** `of`: a key for the bound per key, such as a team. */
type Lane = {
  /** Throws `TooBusy` if the queue is full, or if the client hangs up while it waits. */
  run<Value>(work: () => Promise<Value>, of?: string, client?: Client): Promise<Value>
  isFull(of?: string): boolean
}

const longestCooldownMs = 100

/**
 * Bulkheads: a concurrency limit for each kind of request that strangers can flood. Organisers and cached pages have none:
 * they never wait.
 */
export function createLanes() {
  const organisers = createPriority()
  const createLane = (limits: Limits) => createQueue(limits, organisers)
  return {
    organisers,
    /** Pages that are not cached, or have a Host header that may be made up. */
    pages: createLane({ atOnce: 1, mostWaiting: 50 }),
    /** Own pages and forms of approved teams. `mostOfOne`: one team cannot block the others. */
    teams: createLane({ atOnce: 1, mostWaiting: 200, mostOfOne: 8, patienceMs: 500 }),
    /** Separate, because anybody can register: made-up teams cannot block approved ones. */
    pendingTeams: createLane({ atOnce: 1, mostWaiting: 100, mostOfOne: 8, patienceMs: 500 }),
    registrations: createLane({ atOnce: 1, mostWaiting: 100, patienceMs: 500 }),
    /** Reports of tables: anybody can post to a table's address. */
    tables: createLane({ atOnce: 1, mostWaiting: 100, patienceMs: 500 }),
    /** Separate from other posts, whose flood must not block organisers. Hashing has its own bound (passwords.ts). */
    signIns: createLane({ atOnce: 20, mostWaiting: 100 }),
    /** Other posts, which take the cup's lock. One to /draw may just wait for another client's draw. */
    posts: createLane({ atOnce: 2, mostWaiting: 200, patienceMs: 100 }),
  }
}

/** Work before which the queues begin nothing. */
function createPriority() {
  let running = 0
  const waiting = new Set<() => void>()

  async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (running === 0) for (const next of waiting) next()
    }
  }

  /** Calls back once none is in progress. The bound is for work that waits for the storage. */
  function whenIdle(callback: () => void) {
    if (running === 0) return callback()
    function next() {
      clearTimeout(timer)
      waiting.delete(next)
      callback()
    }
    const timer = setTimeout(next, longestCooldownMs)
    waiting.add(next)
  }

  return { run, whenIdle }
}

type Limits = {
  readonly atOnce: number
  readonly mostWaiting: number
  /** Running and waiting requests per key. */
  readonly mostOfOne?: number
  readonly patienceMs?: number
}

/**
 * Semaphore with a bounded queue. A slot is idle for as long as it was busy, which leaves half of the time to others, and until
 * no organiser's request is in progress. After `patienceMs` a slot counts as done: its work is probably waiting for the storage,
 * not for the CPU.
 */
function createQueue(
  { atOnce, mostWaiting, mostOfOne = Number.POSITIVE_INFINITY, patienceMs }: Limits,
  organisers: ReturnType<typeof createPriority>,
): Lane {
  let free = atOnce
  /** In the order of arrival. */
  const waiting = new Set<() => void>()
  const counts = new Map<string, number>()

  function release() {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else free += 1
  }

  const isFull = (of = '') =>
    (counts.get(of) ?? 0) >= mostOfOne || (free === 0 && waiting.size >= mostWaiting)

  async function takeTurn(client: Client | undefined) {
    if (client?.destroyed) throw new TooBusy()
    if (free > 0) free -= 1
    else
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve)
        client?.once('close', () => waiting.delete(resolve) && reject(new TooBusy()))
      })
  }

  function leave(of: string) {
    const count = counts.get(of) ?? 0
    if (count > 1) counts.set(of, count - 1)
    else counts.delete(of)
  }

  async function run<Value>(work: () => Promise<Value>, of = '', client?: Client): Promise<Value> {
    if (isFull(of)) throw new TooBusy()
    counts.set(of, (counts.get(of) ?? 0) + 1)
    try {
      await takeTurn(client)
      const begin = performance.now()
      const done = (async () => work())()
      const turn = patienceMs ? Promise.race([done, wait(patienceMs, undefined, { ref: false })]) : done
      const coolDown = () =>
        setTimeout(organisers.whenIdle, Math.min(performance.now() - begin, longestCooldownMs), release)
      turn.then(coolDown, coolDown)
      return await done
    } finally {
      leave(of)
    }
  }

  return { run, isFull }
}
