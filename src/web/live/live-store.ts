import { isAfter, type Position, type ViewSlice } from '../../domain/changes.ts'
import type { LiveEvent, OpenStream } from './live-event.ts'
import { createLine, type LiveClock } from './live-line.ts'
import { createLiveSlices } from './live-slices.ts'

type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

export type LiveStatus = {
  readonly state: LiveState
  /** When the page was last known to be current; undefined when it shows a copy of unknown age. */
  readonly asOf: Date | undefined
}

/** Where every page begins, on the server too. */
export const notConnected: LiveStatus = { state: 'connecting', asOf: undefined }

export type LiveStore = {
  /** Keeps the slice current until the returned function is called; tells the listener of every news. */
  follow(slice: ViewSlice, listener: () => void): () => void
  /** The slice as of the last event; the same object as long as nothing is new. */
  read<Part extends ViewSlice>(slice: Part): Part
  subscribe(listener: () => void): () => void
  status(): LiveStatus
  /** The server's time, as far as it is known: clocks of phones differ. */
  serverTime(): Date
  /** Opens the stream as soon as a page wants one. A page opened from a kept copy says when that was taken. */
  start(copyFrom?: Date): void
  /** Closes it until the next start: the page is put aside. */
  stop(): void
  /** The page woke up or the network came back: sees at once whether the stream still stands. */
  check(): void
}

export type LiveStoreParts = {
  readonly openStream: OpenStream
  readonly clock: LiveClock
  readonly isOnline?: () => boolean
}

/** After waking up one missed heartbeat is enough to doubt the connection. */
const doubtMs = 20_000

/** Keeps what the open pages show current: one stream, caught up from the oldest of them. */
export function createLiveStore({ openStream, clock, isOnline }: LiveStoreParts): LiveStore {
  const slices = createLiveSlices()
  const board = createStatusBoard()
  const line = createLine({ openStream, clock, onEvent: receive, onAlive, onLost, reopen: open })
  let isStarted = false
  /** Up to here the stream has told everything; while it stands, no open page shows anything older. */
  let position: Position | undefined
  /** Where something was found missing; the same again means asking does not help. */
  let missedAt: Position | undefined
  /** How far the server's clock is ahead of this device's. */
  let aheadMs = 0

  function open() {
    position = slices.oldest() ?? position
    if (isStarted && position) line.open(position)
    else line.close()
  }

  function receive(event: LiveEvent, isFirst: boolean) {
    const outcome = take(event, isFirst)
    if (outcome === 'missed') return askAgain()
    if (outcome === 'news') board.tell()
    if (event.kind !== 'hello') return
    missedAt = undefined
    const { now } = event.position
    if (now) aheadMs = Date.parse(now) - clock.now().getTime()
    line.isGood()
    board.isCurrent(clock.now())
    board.set('live')
  }

  /** 'missed' means that something lies between what is known and what came. */
  function take(event: LiveEvent, isFirst: boolean): 'news' | 'known' | 'missed' {
    if (!position) return 'known'
    if (event.kind === 'hello') return isAfter(event.position, position) ? 'missed' : 'known'
    if (event.kind === 'view') {
      // Only as the answer to a new connection may a view be older than what the page has.
      if (!isFirst && !isAfter(event.view, position)) return 'known'
      position = { epoch: event.view.epoch, revision: event.view.revision }
      slices.replace(event.view)
      return 'news'
    }
    const { revision } = event.revision
    if (revision <= position.revision) return 'known'
    if (revision !== position.revision + 1) return 'missed'
    position = { epoch: position.epoch, revision }
    slices.apply(position.epoch, event.revision)
    return 'news'
  }

  function askAgain() {
    if (missedAt && position && !isAfter(position, missedAt)) return line.lose()
    missedAt = position
    open()
  }

  function onAlive() {
    if (board.status().state === 'live') board.isCurrent(clock.now())
  }

  function onLost() {
    const { state } = board.status()
    const isCut = isOnline?.() === false || line.failures() >= 3 || state === 'offline'
    board.set(isCut ? 'offline' : state === 'connecting' ? 'connecting' : 'reconnecting')
  }

  return {
    follow(slice, listener) {
      const forget = slices.add(slice)
      const unsubscribe = board.subscribe(listener)
      const isBehind = position !== undefined && isAfter(position, slices.read(slice))
      if (isBehind) board.isOfUnknownAge()
      if (isStarted && (isBehind || !line.isOpen())) open()
      return () => {
        unsubscribe()
        forget()
      }
    },
    read: slices.read,
    subscribe: board.subscribe,
    status: board.status,
    serverTime: () => new Date(clock.now().getTime() + aheadMs),
    start(copyFrom) {
      if (copyFrom || !board.hasAge()) board.isCurrent(copyFrom ?? clock.now())
      if (copyFrom) board.set('offline')
      if (isStarted) return
      isStarted = true
      open()
    },
    stop() {
      isStarted = false
      line.close()
      if (board.status().state === 'live') board.set('reconnecting')
    },
    check() {
      if (!isStarted) return
      if (isOnline?.() === false) return line.lose()
      if (!line.isOpen() || line.silentFor() >= doubtMs) open()
    },
  }
}

/** What the page says about its own age, and who is told when that or anything else changes. */
function createStatusBoard() {
  const listeners = new Set<() => void>()
  let status = notConnected
  /** The last moment the page was known to be current. */
  let currentAt: Date | undefined

  function tell() {
    for (const listener of [...listeners]) listener()
  }

  return {
    status: () => status,
    tell,
    set(state: LiveState) {
      if (state === status.state && currentAt?.getTime() === status.asOf?.getTime()) return
      status = { state, asOf: currentAt }
      tell()
    },
    hasAge: () => currentAt !== undefined,
    isCurrent(at: Date) {
      currentAt = at
    },
    isOfUnknownAge() {
      currentAt = undefined
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
