import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAfter, type Position, type Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { createAudience } from './audience.ts'
import { listenerLimit } from './listener-limit.ts'
import { createRing } from './ring.ts'
import { heartbeat, helloEvent, retryLine, revisionEvent, sinceOf, viewEvent } from './wire.ts'

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
  readonly clock: HubClock
  /** At least 0 and below 1: spreads the reconnects of a whole bar. */
  readonly random: () => number
  readonly limits?: Partial<HubLimits> | undefined
}

type HubClock = { after(milliseconds: number, run: () => void): () => void }

export type HubLimits = {
  /** A whole bar shares one address, so only the total is bounded. */
  readonly listeners: number
  /** Bytes a listener may leave unread, on top of the largest thing it was given in one go. */
  readonly unread: number
  readonly ringCount: number
  readonly ringBytes: number
  readonly heartbeatMs: number
}

export type Hub = {
  connect(req: IncomingMessage, res: ServerResponse): void
  /** Ends every stream at once and takes no new one. */
  close(): void
  readonly size: number
}

const defaults: Omit<HubLimits, 'listeners'> = {
  unread: 64 * 1024,
  ringCount: 1_000,
  ringBytes: 256 * 1024,
  heartbeatMs: 15_000,
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
  const audience = createAudience(limits.unread)
  const outbox = createOutbox(audience.write)
  const heart = createHeart(clock, limits.heartbeatMs, () => {
    audience.write(heartbeat)
    return audience.size > 0
  })
  const story = createStory(source.current(), limits)
  let isClosed = false

  const unsubscribe = source.subscribe((news) => {
    const bytes = story.add(news, source.current())
    if (bytes && audience.size > 0) outbox.send(bytes)
  })

  async function admit(req: IncomingMessage, res: ServerResponse) {
    const since = sinceOf(req)
    const view = source.current() ?? (await source.ready())
    const known = since && { ...since, epoch: since.epoch ?? view.epoch }
    // The page may come from a node that is ahead of this one.
    if (known && isAfter(known, view)) await source.catchUp()
    if (isClosed) return refuse(res, 503, 'The server is stopping.', retrySeconds())
    listen(res, known)
  }

  /** Nothing in here waits, so no revision falls between the catch-up and the listener's place among the others. */
  function listen(res: ServerResponse, since: Position | undefined) {
    const { socket } = res
    const view = source.current()
    if (!socket || socket.destroyed || !view) return res.destroy()
    outbox.flush()
    const opening = Buffer.concat([
      retryLine(1_000 + Math.floor(random() * 4_000)),
      ...story.since(since, view),
      helloEvent(view),
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

    audience.add(socket, opening.length)
    heart.start()
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
      if (isClosed || audience.size >= limits.listeners)
        return refuse(res, 503, 'Too many listeners. Please come again in a moment.', retrySeconds())
      admit(req, res).catch(() => refuse(res, 503, 'The cup cannot be read at the moment.', retrySeconds()))
    },
    close() {
      isClosed = true
      unsubscribe()
      heart.stop()
      outbox.clear()
      audience.end()
    },
    get size() {
      return audience.size
    },
  }
}

/** What has been told, as it went over the wire: what to send of each piece of news, and to whoever comes later. */
function createStory(
  start: CupView | undefined,
  { ringCount, ringBytes }: Pick<HubLimits, 'ringCount' | 'ringBytes'>,
) {
  const ring = createRing({ count: ringCount, bytes: ringBytes })
  let whole: { view: CupView; bytes: Buffer } | undefined
  if (start) ring.restart(start)

  function bytesOf(view: CupView): Buffer {
    if (whole?.view !== view) whole = { view, bytes: viewEvent(view) }
    return whole.bytes
  }

  function addRevision(reached: Position, revision: Revision): Buffer {
    const bytes = revisionEvent(reached.epoch, revision)
    ring.add(bytes)
    return bytes
  }

  return {
    /** The bytes to send: the next revision, or the whole view where a number is left out or another epoch begins. */
    add(news: LiveNews, view: CupView | undefined): Buffer | undefined {
      const reached = ring.reached()
      if (news.kind === 'revision' && reached) {
        const { revision } = news.revision
        if (revision <= reached.revision) return undefined
        if (revision === reached.revision + 1) return addRevision(reached, news.revision)
      }
      if (!view) return undefined
      ring.restart(view)
      return bytesOf(view)
    },
    /** What brings a client level: the revisions it misses, or everything. */
    since(known: Position | undefined, view: CupView): readonly Buffer[] {
      if (!ring.reached()) ring.restart(view)
      return (known && ring.after(known)) ?? [bytesOf(view)]
    },
  }
}

/** Revisions that arrive in one go leave in one packet. */
function createOutbox(write: (bytes: Buffer) => void) {
  let unsent: Buffer[] = []

  function flush() {
    const [first, ...more] = unsent
    unsent = []
    if (first) write(more.length === 0 ? first : Buffer.concat([first, ...more]))
  }

  return {
    send(bytes: Buffer) {
      if (unsent.push(bytes) === 1) queueMicrotask(flush)
    },
    flush,
    clear() {
      unsent = []
    },
  }
}

/** Beats until a beat says that nobody listens any more. */
function createHeart(clock: HubClock, everyMs: number, beat: () => boolean) {
  let cancel: (() => void) | undefined

  function start() {
    cancel ??= clock.after(everyMs, () => {
      cancel = undefined
      if (beat()) start()
    })
  }

  return {
    start,
    stop() {
      cancel?.()
      cancel = undefined
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
