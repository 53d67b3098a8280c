import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isAfter, type Position } from '../../domain/changes.ts'
import type { Clock } from '../clock.ts'
import type { PublicView } from '../view.ts'
import { createHistory, heartbeat, helloEvent, retryLine, sinceOf } from './wire.ts'

/** What the hub needs of the public view. */
export type LiveSource = Pick<PublicView, 'ready' | 'current' | 'catchUp' | 'subscribe'>

export type HubParts = {
  readonly view: LiveSource
  readonly clock: Clock
  /** 0 to 1: jitter, so that a whole bar does not reconnect at once. */
  readonly random: () => number
  readonly limits?: Partial<HubLimits>
}

export type HubLimits = {
  /** In total: a limit per address would hit a whole bar, which shares one. */
  readonly listeners: number
  /** Bytes a listener may leave unread, on top of the largest single write. */
  readonly unread: number
  readonly eventsKept: number
  readonly heartbeatMs: number
  /** Deadline for a client to read the catch-up. */
  readonly openingMs: number
}

export type Hub = ReturnType<typeof createHub>

const defaults = { unread: 64 * 1024, eventsKept: 500, heartbeatMs: 15_000, openingMs: 60_000 }

// no-transform and x-accel-buffering make proxies pass each event on at once, with their default settings.
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Sends every change of the public view to every open page. */
export function createHub({ view: source, clock, random, limits: chosen }: HubParts) {
  const limits: HubLimits = { listeners: listenersWithin(openFiles()), ...defaults, ...chosen }
  const forVisitors = limits.listeners - Math.min(mostReserved, Math.floor(limits.listeners / 10))
  const audience = createAudience(limits.unread)
  const history = createHistory(source.current(), limits.eventsKept)
  const heart = createHeart(clock, limits.heartbeatMs, () => {
    audience.write(heartbeat)
    return audience.size > 0
  })
  let isClosed = false

  const unsubscribe = source.subscribe((news) => {
    const bytes = history.add(news, source.current())
    if (bytes) audience.write(bytes)
  })

  async function admit(req: IncomingMessage, res: ServerResponse, isOrganiser: () => Promise<boolean>) {
    const isFull =
      audience.size >= limits.listeners || (audience.size >= forVisitors && !(await isOrganiser()))
    if (isFull) return refuse(res, 503, 'Too many listeners. Please come again in a moment.', retrySeconds())
    const since = sinceOf(req)
    const view = source.current() ?? (await source.ready())
    const known = since && { ...since, epoch: since.epoch ?? view.epoch }
    // The client may come from a node that is ahead of this one.
    if (known && isAfter(known, view)) await source.catchUp()
    if (isClosed) return refuse(res, 503, 'The server is stopping.', retrySeconds())
    listen(res, known)
  }

  /** Synchronous, so that no revision is lost between the catch-up and the first event. */
  function listen(res: ServerResponse, since: Position | undefined) {
    const { socket } = res
    const view = source.current()
    if (!socket || socket.destroyed || !view) return res.destroy()
    const retry = retryLine(1_000 + Math.floor(random() * 4_000))
    // Not concatenated: slow listeners share one buffer of the snapshot.
    const opening = [retry, ...history.since(since, view), helloEvent(view, clock.now())]

    // Without chunked encoding, one buffer serves all sockets; the stream ends with its connection.
    res.useChunkedEncodingByDefault = false
    res.shouldKeepAlive = false
    socket.setTimeout(0)
    socket.cork()
    res.writeHead(200, streamHeaders)
    res.flushHeaders()
    for (const bytes of opening) socket.write(bytes)
    socket.uncork()
    audience.add(
      socket,
      opening.reduce((sum, { length }) => sum + length, 0),
    )
    if (socket.writableLength > 0) cutOffLater(socket)
    heart.start()
  }

  /** Destroys the socket unless everything written so far is flushed in time. */
  function cutOffLater(socket: Socket) {
    const cancel = clock.after(limits.openingMs, () => socket.destroy())
    socket.write('', cancel)
    socket.once('close', cancel)
  }

  function retrySeconds(): number {
    return 2 + Math.floor(random() * 6)
  }

  return {
    /** `isOrganiser` is asked only once the places of visitors are taken. */
    connect(req: IncomingMessage, res: ServerResponse, isOrganiser: () => Promise<boolean>) {
      if (req.method === 'HEAD') return void res.writeHead(200, streamHeaders).end()
      // Pipelined behind another request: a stream needs its connection for itself.
      if (!res.socket) return refuse(res, 400, 'Please open the stream on a connection of its own.')
      if (!acceptsEvents(req.headers.accept))
        return refuse(res, 406, 'This address only speaks text/event-stream.')
      if (isClosed) return refuse(res, 503, 'The server is stopping.', retrySeconds())
      admit(req, res, isOrganiser).catch(() =>
        refuse(res, 503, 'The cup cannot be read at the moment.', retrySeconds()),
      )
    },
    /** Ends every stream, and accepts no new one. */
    close() {
      isClosed = true
      unsubscribe()
      heart.stop()
      audience.end()
    },
    get size() {
      return audience.size
    },
  }
}

/** Broadcasts one buffer to every socket. Backpressure: a socket with too much unread is destroyed, to free its memory. */
function createAudience(mostUnread: number) {
  const sockets = new Set<Socket>()
  /** Largest single write: having it in flight does not make a reader slow. */
  let largest = 0

  return {
    /** `opening`: bytes already written. */
    add(socket: Socket, opening: number) {
      largest = Math.max(largest, opening)
      socket.once('close', () => sockets.delete(socket))
      sockets.add(socket)
    },
    write(bytes: Buffer) {
      largest = Math.max(largest, bytes.length)
      for (const socket of sockets) {
        socket.write(bytes)
        if (socket.writableLength > mostUnread + largest) socket.destroy()
      }
    },
    end() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    get size() {
      return sockets.size
    },
  }
}

/** Interval timer that stops once `beat` returns false: without listeners nothing runs. */
function createHeart(clock: HubParts['clock'], everyMs: number, beat: () => boolean) {
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

const mostListeners = 15_000
/** Places kept for organisers, at most a tenth, so that a crowd of listeners cannot leave their pages without updates. */
const mostReserved = 100
/** File descriptors for pages and the database. */
const spareFiles = 500

/** Every listener takes a file descriptor; under a low `ulimit -n`, listeners get half of them. */
export function listenersWithin(files: number): number {
  return Math.min(mostListeners, Math.max(files - spareFiles, Math.floor(files / 2)))
}

/** The soft `ulimit -n`. */
function openFiles(): number {
  // Without the network part, which would resolve every visitor's host name; the type lacks the switch.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}
