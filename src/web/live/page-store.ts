import type { OpenStream } from './live-event.ts'
import { createLiveStore } from './live-store.ts'
import { eventStreamOf } from './open-event-stream.ts'
import { shareStream } from './share-stream.ts'

const clock = {
  now: () => new Date(),
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

let openStream: OpenStream | undefined

/** One stream for all tabs where the browser can; Web Locks are missing on plain http, there each tab has its own. */
function chooseStream(): OpenStream {
  const openOwn = eventStreamOf('/events')
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openOwn
  return shareStream({
    name: 'cup-live-1',
    openOwn,
    locks: navigator.locks,
    openChannel: (name) => new BroadcastChannel(name),
    now: clock.now,
  })
}

/** The open page's own store. On the server nobody starts it, and it holds nothing. */
export const liveStore = createLiveStore({
  openStream(since, on) {
    openStream ??= chooseStream()
    return openStream(since, on)
  },
  clock,
  isOnline: () => navigator.onLine,
})
