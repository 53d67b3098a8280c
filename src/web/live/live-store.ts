import type { ViewSlice } from '../../domain/changes.ts'
import type { LiveEvent, OpenStream } from './live-event.ts'
import { createLiveLog, type KeptLog } from './live-log.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

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
  /** Opens the stream as soon as a page wants one. A page opened from a kept copy says when that was taken. */
  start(copyFrom?: Date): void
  /** Closes it until the next start: the page is put aside. */
  stop(): void
  /** What a page opened without a network can go on from, and how old that is. */
  save(): KeptState | undefined
  /** Takes up what was kept when the page was last open. */
  recall(kept: KeptState): void
  /** The page woke up or the network came back: sees at once whether the stream still stands. */
  check(): void
}

export type KeptState = KeptLog & { readonly asOf: Date }

export type LiveStoreParts = {
  readonly openStream: OpenStream
  readonly clock: { now(): Date; after(milliseconds: number, run: () => void): () => void }
  readonly isOnline?: () => boolean
  readonly logLimit?: number
}

/** Heartbeats come every 15 s: three missed in a row, and the connection is dead. */
const silenceMs = 45_000
/** After waking up one missed heartbeat is enough to doubt it. */
const doubtMs = 20_000
const longestWaitMs = 30_000

export function createLiveStore({ openStream, clock, isOnline, logLimit = 500 }: LiveStoreParts): LiveStore {
  const log = createLiveLog({ limit: logLimit })
  const followed = new Map<ViewSlice, number>()
  /** Slices older than what is known, until the server has caught them up: nobody knows how old they are. */
  const ofUnknownAge = new Set<ViewSlice>()
  const listeners = new Set<() => void>()
  let status = notConnected
  let isStarted = false
  let closeStream: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  let heardAt = clock.now().getTime()
  /** The last moment the page was known to be current. */
  let currentAt: Date | undefined
  let retryMs = 3_000
  let failures = 0
  /** What was known when something was found missing; the same again means asking does not help. */
  let missedAt: number | undefined

  function tell() {
    for (const listener of [...listeners]) listener()
  }

  function setState(state: LiveState) {
    const asOf = ofUnknownAge.size > 0 ? undefined : currentAt
    if (state === status.state && asOf?.getTime() === status.asOf?.getTime()) return
    status = { state, asOf }
    tell()
  }

  /** The oldest of what the open pages show: from there the server catches up. */
  function wantedSince(): number | undefined {
    const revisions = [...followed.keys()].map((slice) => log.bring(slice).revision)
    return revisions.length > 0 ? Math.min(...revisions) : log.latest
  }

  function open() {
    close()
    const since = wantedSince()
    if (!isStarted || since === undefined) return
    log.startAt(since)
    let isFirst = true
    heardAt = clock.now().getTime()
    closeStream = openStream(since, {
      opened() {
        isFirst = true
      },
      event(event) {
        receive(event, isFirst)
        isFirst = false
      },
      retry(milliseconds) {
        retryMs = milliseconds
      },
      alive() {
        heardAt = clock.now().getTime()
        if (status.state === 'live') currentAt = clock.now()
      },
      end: lost,
    })
    watch()
  }

  function close() {
    closeStream?.()
    cancelTimer?.()
    closeStream = undefined
    cancelTimer = undefined
  }

  function receive(event: LiveEvent, isFirst: boolean) {
    const outcome = log.receive(event, isFirst)
    if (outcome === 'missed') return log.latest === missedAt ? lost() : askAgain()
    if (outcome === 'news') spread()
    if (event.kind !== 'hello') return
    failures = 0
    ofUnknownAge.clear()
    missedAt = undefined
    currentAt = clock.now()
    setState('live')
  }

  /** Each page takes the news while it is in the log, which keeps only so many. */
  function spread() {
    for (const slice of followed.keys()) log.bring(slice)
    tell()
  }

  function askAgain() {
    missedAt = log.latest
    open()
  }

  /** The stream ended: come again after the server's own delay, longer each time it fails. */
  function lost() {
    close()
    failures += 1
    const isCut = isOnline?.() === false || failures >= 3 || status.state === 'offline'
    setState(isCut ? 'offline' : status.state === 'connecting' ? 'connecting' : 'reconnecting')
    cancelTimer = clock.after(Math.min(retryMs * 1.5 ** (failures - 1), longestWaitMs), open)
  }

  function watch() {
    const silent = clock.now().getTime() - heardAt
    if (silent >= silenceMs) return lost()
    cancelTimer = clock.after(silenceMs - silent, watch)
  }

  return {
    follow(slice, listener) {
      followed.set(slice, (followed.get(slice) ?? 0) + 1)
      listeners.add(listener)
      const isCovered = log.covers(slice)
      if (!isCovered) ofUnknownAge.add(slice)
      if (isStarted && (!closeStream || !isCovered)) open()
      return () => {
        listeners.delete(listener)
        const count = (followed.get(slice) ?? 1) - 1
        if (count > 0) return followed.set(slice, count)
        followed.delete(slice)
        ofUnknownAge.delete(slice)
      }
    },
    read: (slice) => log.bring(slice),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: () => status,
    start(copyFrom) {
      currentAt = copyFrom ? later(copyFrom, currentAt) : (currentAt ?? clock.now())
      if (copyFrom) setState('offline')
      if (isStarted) return
      isStarted = true
      open()
    },
    stop() {
      isStarted = false
      close()
      if (status.state === 'live') setState('reconnecting')
    },
    save() {
      const kept = currentAt && log.save()
      return kept && { ...kept, asOf: currentAt as Date }
    },
    recall({ asOf, ...kept }) {
      // What the stream has said meanwhile is newer.
      if (status.state === 'live') return
      log.recall(kept)
      if ([...followed.keys()].every((slice) => log.covers(slice))) currentAt = later(asOf, currentAt)
      spread()
      setState(status.state)
    },
    check() {
      if (!isStarted) return
      if (isOnline?.() === false) return lost()
      const silent = clock.now().getTime() - heardAt
      if (!closeStream || silent >= doubtMs) open()
    },
  }
}

function later(one: Date, other: Date | undefined): Date {
  return other && other > one ? other : one
}
