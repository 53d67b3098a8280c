import type { IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { createAudience } from './audience.ts'
import { listenerLimit } from './listener-limit.ts'
import { createRelays } from './relays.ts'
import { createRing } from './ring.ts'
import { sinceOf } from './since-of.ts'
import { heartbeat, helloEvent, retryLine, revisionEvent, viewEvent } from './wire.ts'

/** What the hub needs of the public view. */
export type LiveSource = {
  ready(): Promise<CupView>
  current(): CupView | undefined
  catchUp(): Promise<void>
  subscribe(listener: (news: LiveNews) => void): () => void
}

export type LiveNews =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'view'; readonly view: CupView }

export type HubParts = {
  readonly view: LiveSource
  readonly clock: { after(milliseconds: number, run: () => void): () => void }
  /** At least 0 and below 1: spreads the reconnects of a whole bar. */
  readonly random: () => number
  readonly limits?: Partial<HubLimits> | undefined
}

export type HubLimits = {
  /** A whole bar shares one address, so only the total is bounded. */
  readonly listeners: number
  /** Bytes a listener may leave unread, on top of the largest thing it was given in one go. */
  readonly unread: number
  readonly ringCount: number
  readonly ringBytes: number
  readonly heartbeatMs: number
  /** Other processes that send to listeners, and how many listeners there must be before they start. */
  readonly relays: number
  readonly atHome: number
}

export type Hub = {
  connect(req: IncomingMessage, res: ServerResponse): void
  /** Ends every stream at once and takes no new one. */
  close(): void
  readonly size: number
  /** How many of them another process sends to. */
  readonly relayed: number
}

const defaults: Omit<HubLimits, 'listeners'> = {
  unread: 64 * 1024,
  ringCount: 1_000,
  ringBytes: 256 * 1024,
  heartbeatMs: 15_000,
  // Beyond these there is more gained by another node than by another process.
  relays: Math.min(3, availableParallelism() - 1),
  atHome: 1_000,
}

// no-transform and x-accel-buffering make proxies pass each event on at once, with their default settings.
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Tells every open page what changed. Nobody's reading speed, and nobody's leaving, is felt by the others. */
export function createHub({ view: source, clock, random, limits: chosen }: HubParts): Hub {
  const limits: HubLimits = { listeners: listenerLimit(), ...defaults, ...chosen }
  const ring = createRing({ count: limits.ringCount, bytes: limits.ringBytes })
  const home = createAudience(limits.unread)
  const relays = createRelays({ ...limits, home })
  /** The revision every listener has been sent, apart from what is still in unsent. */
  let latest: number | undefined
  /** Pages of up to this revision may show what the database has lost since: whoever names one of these gets the whole view. */
  let doubtful = -1
  let unsent: Buffer[] = []
  let wholeView: { revision: number; bytes: Buffer } | undefined
  let catchingUp: Promise<void> | undefined
  let stopHeartbeat: (() => void) | undefined
  let isClosed = false

  beginAt(source.current()?.revision)

  const unsubscribe = source.subscribe((news) => {
    if (news.kind === 'view') return sendView(news.view)
    const { revision } = news.revision
    beginAt(revision - 1)
    if (latest === undefined || revision <= latest) return
    // Each event follows the one before it directly, so that a client can tell when it missed one.
    if (revision !== latest + 1) return sendView(source.current())
    const bytes = revisionEvent(news.revision)
    ring.add(revision, bytes)
    latest = revision
    send(bytes)
  })

  function beginAt(revision: number | undefined) {
    if (latest !== undefined || revision === undefined) return
    latest = revision
    ring.restart(revision)
  }

  function sendView(view: CupView | undefined) {
    if (!view) return
    // A database put back to an earlier state: time went back, and may have come to the same number again by another way.
    // Pages come again, and the first event then puts them right.
    const wentBack = latest !== undefined && view.revision <= latest
    if (wentBack) doubtful = Math.max(doubtful, latest ?? 0)
    latest = view.revision
    ring.restart(view.revision)
    wholeView = undefined
    if (wentBack) return endAll()
    if (size() > 0) send(bytesOf(view))
  }

  function bytesOf(view: CupView): Buffer {
    if (wholeView?.revision !== view.revision) wholeView = { revision: view.revision, bytes: viewEvent(view) }
    return wholeView.bytes
  }

  /** Revisions that arrive in one go leave in one packet. */
  function send(bytes: Buffer) {
    if (unsent.push(bytes) === 1) queueMicrotask(flush)
  }

  function flush() {
    if (unsent.length === 0) return
    const bytes = unsent.length === 1 ? (unsent[0] as Buffer) : Buffer.concat(unsent)
    unsent = []
    writeToAll(bytes)
  }

  function writeToAll(bytes: Buffer) {
    relays.write(bytes)
    home.write(bytes)
  }

  function beat() {
    stopHeartbeat = undefined
    writeToAll(heartbeat)
    keepBeating()
  }

  function keepBeating() {
    if (!stopHeartbeat && size() > 0) stopHeartbeat = clock.after(limits.heartbeatMs, beat)
  }

  function endAll() {
    unsent = []
    relays.end()
    home.end()
  }

  function size(): number {
    return home.size + relays.size
  }

  async function admit(req: IncomingMessage, res: ServerResponse) {
    const since = sinceOf(req)
    const view = source.current() ?? (await source.ready())
    // The page may come from a node that is ahead of this one.
    if (since !== undefined && since > view.revision) await catchUp()
    if (isClosed) return refuse(res, 503, 'The server is stopping.', retrySeconds())
    listen(res, since)
  }

  function catchUp(): Promise<void> {
    catchingUp ??= source.catchUp().finally(() => {
      catchingUp = undefined
    })
    return catchingUp
  }

  /** Nothing in here waits, so no revision falls between the catch-up and the listener's place among the others. */
  function listen(res: ServerResponse, since: number | undefined) {
    const { socket } = res
    const view = source.current()
    if (!socket || socket.destroyed || !view) return res.destroy()
    flush()
    beginAt(view.revision)
    const reached = latest ?? view.revision
    const isKnown = since !== undefined && since > doubtful && since <= reached
    const missed = isKnown ? ring.after(since) : undefined
    const opening = Buffer.concat([
      retryLine(1_000 + Math.floor(random() * 4_000)),
      ...(missed ?? [bytesOf(view)]),
      helloEvent(missed ? reached : view.revision),
    ])

    // Without chunks, and with the end of the connection as the end of the stream, one buffer serves all sockets.
    res.useChunkedEncodingByDefault = false
    res.shouldKeepAlive = false
    socket.setTimeout(0)
    socket.cork()
    res.writeHead(200, streamHeaders)
    res.flushHeaders()
    socket.write(opening)
    socket.uncork()

    home.add(socket, opening.length)
    // Not before Node has read the request to its end.
    setImmediate(relays.share)
    keepBeating()
  }

  function retrySeconds(): number {
    return 2 + Math.floor(random() * 6)
  }

  return {
    connect(req, res) {
      if (req.method === 'HEAD') return void res.writeHead(200, streamHeaders).end()
      if (req.method !== 'GET')
        return refuse(res.setHeader('allow', 'GET, HEAD'), 405, 'Only GET is answered here.')
      if (!acceptsEvents(req.headers.accept))
        return refuse(res, 406, 'This address only speaks text/event-stream.')
      if (isClosed || size() >= limits.listeners)
        return refuse(res, 503, 'Too many listeners. Please come again in a moment.', retrySeconds())
      admit(req, res).catch(() => refuse(res, 503, 'The cup cannot be read at the moment.', retrySeconds()))
    },
    close() {
      isClosed = true
      unsubscribe()
      stopHeartbeat?.()
      stopHeartbeat = undefined
      endAll()
      relays.close()
    },
    get size() {
      return size()
    },
    get relayed() {
      return relays.size
    },
  }
}

function acceptsEvents(accept: string | undefined): boolean {
  return !accept || /text\/event-stream|text\/\*|\*\/\*/.test(accept)
}

function refuse(res: ServerResponse, status: number, sentence: string, retryAfterSeconds?: number) {
  if (res.headersSent) return void res.destroy()
  if (retryAfterSeconds !== undefined) res.setHeader('retry-after', retryAfterSeconds)
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  res.end(`${sentence}\n`)
}
