import { applyRevision, isAfter, type Position, type Revision, type ViewSlice } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { createConnection, type LiveClock, type LiveEvent, type OpenStream } from './live-connection.ts'
import { endsAt, type ReplayLog, replay, sliceOf, withRevision, withView } from './replay-log.ts'

type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

export type LiveStatus = {
  readonly state: LiveState
  /** When the page was last known to be current, by the server's clock; undefined for a copy of unknown age. */
  readonly asOf: Date | undefined
}

/** The initial state of every page, also of the server-rendered one: hydration must not find another. */
export const notConnected: LiveStatus = { state: 'connecting', asOf: undefined }

type LiveStoreParts = {
  readonly openStream: OpenStream
  readonly clock: LiveClock
  readonly random?: () => number
  readonly isOnline?: () => boolean
  /** The log of this tab from before a reload. */
  readonly readLog?: () => ReplayLog | undefined
}

/** After waking up one missed heartbeat is enough to doubt the connection. */
const doubtMs = 20_000

/** External store of the open pages' data: one stream, caught up from the oldest slice. */
export function createLiveStore({
  openStream,
  clock,
  random = Math.random,
  isOnline = () => true,
  readLog = () => undefined,
}: LiveStoreParts) {
  let before: ReplayLog | null | undefined
  /** Read once, by the first page that renders: the server has none. */
  function logBefore(): ReplayLog | undefined {
    before ??= readLog() ?? null
    return before ?? undefined
  }
  const slices = createSlices((slice) => replay(logBefore(), slice))
  let log: ReplayLog | undefined
  const listeners = new Set<() => void>()
  const connection = createConnection({
    openStream,
    clock,
    random,
    onEvent: receive,
    onAlive,
    onLost,
    reopen: open,
  })
  let isStarted = false
  let status = notConnected
  let currentAt: Date | undefined
  /** The last revision received; while the stream is open, no followed slice is older. */
  let position: Position | undefined
  /** Position of the last gap: if it occurs again there, reconnecting at once does not help. */
  let missedAt: Position | undefined
  let sessionEndedAt = 0
  /** Server's clock minus this device's. */
  let aheadMs = 0

  /** Estimated from the last hello, because phones' clocks are off. Before one, the device's own time. */
  function serverTime(): Date {
    return new Date(clock.now().getTime() + aheadMs)
  }

  function open() {
    position = slices.oldest() ?? position
    if (isStarted && position) connection.open(position)
    else connection.close()
  }

  function receive(event: LiveEvent, isFirst: boolean) {
    const outcome = take(event, isFirst)
    if (outcome === 'missed') return askAgain()
    if (outcome === 'news') notify()
    if (event.kind !== 'hello') return
    missedAt = undefined
    const { now } = event.position
    if (now) aheadMs = Date.parse(now) - clock.now().getTime()
    connection.isGood()
    currentAt = serverTime()
    setState('live')
  }

  /** 'missed': there is a gap between the last revision and this one. */
  function take(event: LiveEvent, isFirst: boolean): 'news' | 'known' | 'missed' {
    if (!position) return 'known'
    if (event.kind === 'hello') return isAfter(event.position, position) ? 'missed' : 'known'
    if (event.kind === 'view') {
      // A view older than the page is valid only as the answer to a new connection.
      if (!isFirst && !isAfter(event.view, position)) return 'known'
      position = { epoch: event.view.epoch, revision: event.view.revision }
      // A session may have ended in the revisions this page missed.
      sessionEndedAt = event.view.revision
      slices.replace(event.view)
      log = withView(event.view)
      return 'news'
    }
    const { revision } = event.revision
    if (revision <= position.revision) return 'known'
    if (revision !== position.revision + 1) return 'missed'
    position = { epoch: position.epoch, revision }
    slices.apply(position.epoch, event.revision)
    log = withRevision(log ?? logBefore(), position.epoch, event.revision)
    if (event.revision.changes.some(({ kind }) => kind === 'sessions')) sessionEndedAt = revision
    return 'news'
  }

  function askAgain() {
    if (missedAt && position && !isAfter(position, missedAt)) return connection.lose()
    missedAt = position
    open()
  }

  function onAlive() {
    if (status.state === 'live') currentAt = serverTime()
  }

  function onLost(failures: number) {
    const { state } = status
    const isCut = !isOnline() || failures >= 3 || state === 'offline'
    setState(isCut ? 'offline' : state === 'connecting' ? 'connecting' : 'reconnecting')
  }

  function setState(state: LiveState) {
    if (state === status.state && currentAt?.getTime() === status.asOf?.getTime()) return
    status = { state, asOf: currentAt }
    notify()
  }

  function notify() {
    for (const listener of [...listeners]) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    /** Keeps the slice current until the returned function is called; calls the listener on every change. */
    follow(slice: ViewSlice, listener: () => void) {
      const forget = slices.add(slice)
      const unsubscribe = subscribe(listener)
      const isBehind = position !== undefined && isAfter(position, slices.read(slice))
      if (isBehind) currentAt = undefined
      if (isStarted && (isBehind || !connection.isOpen())) open()
      return () => {
        unsubscribe()
        forget()
      }
    },
    /** The slice as of the last event; the same object as long as nothing changed. */
    read: slices.read,
    subscribe,
    status: () => status,
    /** The last revision that ended a session of an organiser, as far as this page knows. */
    sessionEndedAt: () => sessionEndedAt,
    serverTime,
    /** To be saved for a reload of this tab. */
    log: () => log && { ...log, asOf: currentAt?.toISOString() },
    /** Opens the stream as soon as a slice is followed. `copyFrom`: when the cached copy of this page was saved. */
    start(copyFrom?: Date) {
      const reached = slices.oldest()
      const asOf = copyFrom && reached && endsAt(logBefore(), reached) ? logBefore()?.asOf : undefined
      currentAt = (asOf ? new Date(asOf) : copyFrom) ?? currentAt ?? serverTime()
      if (copyFrom) setState('offline')
      if (isStarted) return
      isStarted = true
      open()
    },
    /** Closes the stream until the next start. */
    stop() {
      isStarted = false
      connection.close()
      if (status.state === 'live') setState('reconnecting')
    },
    /** After waking up or a change of the network: reconnects at once unless the stream was heard just now. */
    check() {
      if (!isStarted) return
      if (!isOnline()) return connection.lose()
      if (!connection.isOpen() || connection.silentFor() >= doubtMs) open()
    },
  }
}

/** The parts of the view that open pages render from, each as of the last event that concerned it. */
function createSlices(replayed: (slice: ViewSlice) => ViewSlice) {
  const counts = new Map<ViewSlice, number>()
  /** WeakMap by the loader's own object: a page that mounts again with it continues where it was. */
  const current = new WeakMap<ViewSlice, ViewSlice>()

  function read<Part extends ViewSlice>(slice: Part): Part {
    const known = current.get(slice) ?? replayed(slice)
    if (known !== slice) current.set(slice, known)
    return known as Part
  }

  return {
    read,
    add(slice: ViewSlice): () => void {
      counts.set(slice, (counts.get(slice) ?? 0) + 1)
      return () => {
        const count = (counts.get(slice) ?? 1) - 1
        if (count > 0) counts.set(slice, count)
        else counts.delete(slice)
      }
    },
    oldest(): Position | undefined {
      const positions = [...counts.keys()].map(read).map(({ epoch, revision }) => ({ epoch, revision }))
      return positions.sort((a, b) => (isAfter(a, b) ? 1 : -1))[0]
    },
    apply(epoch: number, revision: Revision) {
      for (const slice of counts.keys()) {
        const known = read(slice)
        if (known.epoch === epoch) current.set(slice, applyRevision(known, revision))
      }
    },
    replace(view: CupView) {
      for (const slice of counts.keys()) current.set(slice, sliceOf(view, read(slice)))
    },
  }
}
