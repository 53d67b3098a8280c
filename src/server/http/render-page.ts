import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Extras } from '../../domain/answer.ts'
import type { TeamId } from '../../domain/cup.ts'
import type { From, Organiser } from '../actors.ts'
import type { App } from '../app.ts'
import { isSecretPath } from './request.ts'
import type { Answer } from './respond.ts'
import { contentSecurityPolicy, documentHeaders, securityHeaders, takeOwnInline } from './security-headers.ts'

/** What each request carries of the server to its page. */
export type RequestParts = {
  readonly app: App
  readonly organiser: Organiser | undefined
  /** The public origin, where `ORIGIN` names one. */
  readonly origin: string | undefined
  /** The cup's address for phones in the same network, where known. */
  readonly nearby: () => string | undefined
  /** The server's time of the request. */
  readonly now: Date
  readonly from: From
  /** Only inline scripts and styles that carry it are allowed. */
  readonly nonce: string
  /** The team that this browser has just registered without scripts. */
  readonly registered: { readonly teamId: TeamId; readonly token: string } | undefined
  /** `set-cookie` line with the link of the team just registered, for a few minutes. */
  entryCookie(token: string): string
  /** `set-cookie` lines that sign in, and remember the browser: the backoff for strangers does not lock it out later. */
  sessionCookies(session: NonNullable<Extras['session']>): readonly string[]
  /** `set-cookie` line that signs out. */
  clearedCookie(): string
}

/** React Router's request handler: a page, its data, or the answer to a post. */
export type Pages = (request: Request, parts: RequestParts) => Promise<Response>

/** The address of a team's own page must leak neither by a link out of it nor by a search engine. */
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
    /** For a page that sets none itself. */
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
  // A page for frames of other sites, or a file for them, has its own header.
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
  // These describe the bytes that are sent, so they are written anew.
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

/** Too many requests wait for this lane. */
export class TooBusy extends Error {}

/** `of`: whose it is, where that is bounded too. */
type Lane = <Value>(run: () => Promise<Value>, of?: string) => Promise<Value>

const longestRestMs = 100

/**
 * Renderings that strangers can ask for without end, each kind in a lane of its own. Neither organisers nor the usual pages, which
 * are kept, have one: they never wait.
 */
export function createLanes() {
  return {
    /** Pages that are not kept, or under a Host that may be made up. */
    pages: createLane({ atOnce: 1, mostWaiting: 50 }),
    /** Own pages of teams, after their link was found. A team that asks for its own without end keeps no other one from theirs. */
    teams: createLane({ atOnce: 2, mostWaiting: 200, mostOfOne: 8 }),
    registrations: createLane({ atOnce: 1, mostWaiting: 100, patienceMs: 500 }),
    /** Reports without scripts, each answered with a page: anybody can post to a table's address. */
    tables: createLane({ atOnce: 1, mostWaiting: 100 }),
    /** Hashing has a bound of its own (passwords.ts): no flood of other posts keeps organisers from signing in. */
    signIns: createLane({ atOnce: 20, mostWaiting: 100 }),
    /** Other posts, which take the cup's lock. Those to /draw may wait for the draw of somebody else, at no cost. */
    posts: createLane({ atOnce: 2, mostWaiting: 200, patienceMs: 100 }),
  }
}

/**
 * Semaphore with a bounded queue. A slot rests as long as its turn took, so that half of the time stays free for an organiser's tap.
 * After `patienceMs` it no longer waits for its turn to end, which may be waiting for the storage.
 */
function createLane({
  atOnce,
  mostWaiting,
  mostOfOne = Number.POSITIVE_INFINITY,
  patienceMs,
}: {
  readonly atOnce: number
  readonly mostWaiting: number
  /** Running and waiting together. */
  readonly mostOfOne?: number
  readonly patienceMs?: number
}): Lane {
  let free = atOnce
  const waiting: (() => void)[] = []
  const counts = new Map<string, number>()

  function release() {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  async function enter(of: string) {
    const count = counts.get(of) ?? 0
    if (count >= mostOfOne || (free === 0 && waiting.length >= mostWaiting)) throw new TooBusy()
    counts.set(of, count + 1)
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(of: string) {
    const count = counts.get(of) ?? 0
    if (count > 1) counts.set(of, count - 1)
    else counts.delete(of)
  }

  return async (run, of = '') => {
    await enter(of)
    const begin = performance.now()
    const work = run()
    const turn = patienceMs ? Promise.race([work, wait(patienceMs, undefined, { ref: false })]) : work
    const rest = () => setTimeout(release, Math.min(performance.now() - begin, longestRestMs))
    turn.then(rest, rest)
    return work.finally(() => leave(of))
  }
}
