import type { LiveEvent, OpenStream } from './live-event.ts'

/** What the tab that holds the stream tells the others. */
type Relay = { readonly event: LiveEvent } | { readonly alive: true } | { readonly ended: true }

export type SharedStreamParts = {
  readonly name: string
  readonly openOwn: OpenStream
  readonly locks: LockManager
  readonly openChannel: (name: string) => BroadcastChannel
  readonly now: () => Date
}

/** A leader that was silent for so long is asleep: another tab takes the stream over. */
const asleepMs = 20_000

/**
 * All tabs of a browser share one stream, for a browser allows few connections to one host. The tab that gets the lock
 * holds the stream and relays it; the others catch up by themselves, listen, and wait for the lock.
 */
export function shareStream({ name, openOwn, locks, openChannel, now }: SharedStreamParts): OpenStream {
  let isLeaderAsleep = false

  return (since, on) => {
    const channel = openChannel(name)
    const leaving = new AbortController()
    let isOver = false
    let closeOwn: (() => void) | undefined
    let letGo: (() => void) | undefined
    let isLeading = false
    let heardLeaderAt = now().getTime()
    let reached = since

    function hear(event: LiveEvent) {
      const revision =
        event.kind === 'revision'
          ? event.revision.revision
          : event.kind === 'view'
            ? event.view.revision
            : event.revision
      reached = Math.max(reached, revision)
      on.event(event)
    }

    function relay(message: Relay) {
      if (!isOver) channel.postMessage(message)
    }

    function close() {
      if (isOver) return
      isLeaderAsleep = !isLeading && now().getTime() - heardLeaderAt >= asleepMs
      isOver = true
      closeOwn?.()
      channel.close()
      leaving.abort()
      letGo?.()
    }

    function finish() {
      if (isOver) return
      close()
      on.end()
    }

    /** Holds the lock as long as the returned promise stands. */
    function lead(): Promise<void> | undefined {
      if (isOver) return
      isLeading = true
      isLeaderAsleep = false
      channel.onmessage = null
      closeOwn?.()
      closeOwn = openOwn(reached, {
        opened: on.opened,
        retry: on.retry,
        event(event) {
          relay({ event })
          hear(event)
        },
        alive() {
          relay({ alive: true })
          on.alive()
        },
        end() {
          relay({ ended: true })
          finish()
        },
      })
      return new Promise((resolve) => {
        letGo = resolve
      })
    }

    /** Catches up on a stream of its own, closed once it is level; from then on the leader's is enough. */
    function follow() {
      if (isOver) return
      let held: LiveEvent[] | undefined = []
      channel.onmessage = ({ data }: MessageEvent<Relay>) => {
        heardLeaderAt = now().getTime()
        if ('ended' in data) return finish()
        if ('alive' in data) return on.alive()
        if (held) held.push(data.event)
        else hear(data.event)
      }
      closeOwn = openOwn(since, {
        opened: on.opened,
        retry: on.retry,
        alive: on.alive,
        end: finish,
        event(event) {
          hear(event)
          if (event.kind !== 'hello') return
          closeOwn?.()
          closeOwn = undefined
          const waiting = held ?? []
          held = undefined
          for (const late of waiting) if (!isOver) hear(late)
        },
      })
      locks.request(name, { signal: leaving.signal }, lead).catch(finish)
    }

    if (isLeaderAsleep) locks.request(name, { steal: true }, lead).catch(finish)
    else locks.request(name, { ifAvailable: true }, (lock) => (lock ? lead() : follow())).catch(finish)
    return close
  }
}
