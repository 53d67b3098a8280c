import type { Position, Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** An event of the stream; docs/live.md describes the wire. */
export type LiveEvent =
  /** The next revision. */
  | { readonly kind: 'revision'; readonly revision: Revision }
  /** Snapshot: sent where the missing revisions are no longer in the server's buffer. */
  | { readonly kind: 'view'; readonly view: CupView }
  /** End of the catch-up, with the server's time. */
  | { readonly kind: 'hello'; readonly position: Position & { readonly now?: string } }

export type StreamHandlers = {
  event(event: LiveEvent): void
  /** Opened, or a heartbeat. */
  alive(): void
  end(): void
}

/** Opens a stream that first catches up from the given position; returns its close, after which no handler is called. */
export type OpenStream = (since: Position, on: StreamHandlers) => () => void

/** Any error ends the stream: the browser's own reconnect has no backoff, sends an outdated `since`, and gives up on a 503. */
export function eventSourceAt(url: string): OpenStream {
  return (since, on) => {
    const source = new EventSource(`${url}?since=${since.epoch}-${since.revision}`)
    const closing = new AbortController()
    const { signal } = closing

    function close() {
      closing.abort()
      source.close()
    }

    function end() {
      close()
      on.end()
    }

    function hear(type: string, toEvent: (data: never) => LiveEvent) {
      const receive = ({ data }: MessageEvent<string>) => {
        try {
          on.event(toEvent(JSON.parse(data) as never))
        } catch {
          // An event that cannot be applied: reconnect and catch up.
          end()
        }
      }
      source.addEventListener(type, receive, { signal })
    }

    hear('message', (revision) => ({ kind: 'revision', revision }))
    hear('view', (view) => ({ kind: 'view', view }))
    hear('hello', (position) => ({ kind: 'hello', position }))
    source.addEventListener('open', on.alive, { signal })
    source.addEventListener('heartbeat', on.alive, { signal })
    source.addEventListener('error', end, { signal })
    return close
  }
}

export type LiveClock = { now(): Date; after(milliseconds: number, run: () => void): () => void }

type ConnectionParts = {
  readonly openStream: OpenStream
  readonly clock: LiveClock
  /** From 0 up to 1: jitter, so that a whole bar does not reconnect in the same instant. */
  readonly random: () => number
  /** `isFirst` of its stream: the answer to `since`. */
  readonly onEvent: (event: LiveEvent, isFirst: boolean) => void
  readonly onAlive: () => void
  readonly onLost: (failures: number) => void
  readonly reopen: () => void
}

/** Heartbeats come every 15 s: three missed in a row, and the connection is dead. */
const silenceMs = 45_000
const longestWaitMs = 30_000

/** One stream at a time, with a watchdog for silence, and exponential backoff with jitter between attempts. */
export function createConnection(parts: ConnectionParts) {
  const { openStream, clock, random, onEvent, onAlive, onLost, reopen } = parts
  let closeStream: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  let heardAt = clock.now().getTime()
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
    onLost(failures)
    const waitMs = (1_000 + random() * 4_000) * 1.5 ** (failures - 1)
    cancelTimer = clock.after(Math.min(waitMs, longestWaitMs), reopen)
  }

  function alive() {
    heardAt = clock.now().getTime()
    onAlive()
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
          alive()
          onEvent(event, isFirst)
          isFirst = false
        },
        alive,
        end: lose,
      })
      watch()
    },
    close,
    lose,
    silentFor,
    isOpen: () => closeStream !== undefined,
    /** Resets the backoff: the server has said hello. */
    isGood() {
      failures = 0
    },
  }
}
