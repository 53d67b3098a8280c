import { createLiveStore } from './live-store.ts'
import { eventStreamOf } from './open-event-stream.ts'

const clock = {
  now: () => new Date(),
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** The open page's own store. On the server nobody starts it, and it holds nothing. */
export const liveStore = createLiveStore({
  openStream: eventStreamOf('/events'),
  clock,
  isOnline: () => navigator.onLine,
})
