import type { Position } from '../../domain/changes.ts'
import type { LiveEvent, OpenStream } from './live-event.ts'

export type LiveClock = { now(): Date; after(milliseconds: number, run: () => void): () => void }

export type LineParts = {
  readonly openStream: OpenStream
  readonly clock: LiveClock
  /** `isFirst` of its connection: the server's answer to where the page is. */
  readonly onEvent: (event: LiveEvent, isFirst: boolean) => void
  readonly onAlive: () => void
  readonly onLost: () => void
  /** It is time to come again. */
  readonly reopen: () => void
}

/** Heartbeats come every 15 s: three missed in a row, and the connection is dead. */
const silenceMs = 45_000
const longestWaitMs = 30_000

/** The page's connection to the stream: notices when it died, and comes again when the server said, later each time it fails. */
export function createLine({ openStream, clock, onEvent, onAlive, onLost, reopen }: LineParts) {
  let closeStream: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  let heardAt = clock.now().getTime()
  let retryMs = 3_000
  let failures = 0

  function close() {
    closeStream?.()
    cancelTimer?.()
    closeStream = undefined
    cancelTimer = undefined
  }

  function lose() {
    close()
    failures += 1
    onLost()
    cancelTimer = clock.after(Math.min(retryMs * 1.5 ** (failures - 1), longestWaitMs), reopen)
  }

  function silentFor(): number {
    return clock.now().getTime() - heardAt
  }

  function watch() {
    if (silentFor() >= silenceMs) lose()
    else cancelTimer = clock.after(silenceMs - silentFor(), watch)
  }

  return {
    open(since: Position) {
      close()
      let isFirst = true
      heardAt = clock.now().getTime()
      closeStream = openStream(since, {
        event(event) {
          onEvent(event, isFirst)
          isFirst = false
        },
        retry(milliseconds) {
          retryMs = milliseconds
        },
        alive() {
          heardAt = clock.now().getTime()
          onAlive()
        },
        end: lose,
      })
      watch()
    },
    close,
    lose,
    silentFor,
    isOpen: () => closeStream !== undefined,
    failures: () => failures,
    /** The server has said hello. */
    isGood() {
      failures = 0
    },
  }
}
