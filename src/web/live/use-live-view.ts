import { useCallback, useSyncExternalStore } from 'react'
import type { ViewSlice } from '../../domain/changes.ts'
import { eventSourceAt } from './live-connection.ts'
import { createLiveStore, type LiveStatus, notConnected } from './live-store.ts'
import { readLog } from './replay-log.ts'

const clock = {
  now: () => new Date(),
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** The open page's store; never started on the server. */
export const liveStore = createLiveStore({
  openStream: eventSourceAt('/events'),
  clock,
  isOnline: () => navigator.onLine,
  readLog,
})

/** The part of the public view a page renders from, kept current by the live stream. */
export function useLiveView<Part extends ViewSlice | undefined>(slice: Part): Part {
  // A loader that answered with an error has no revision: nothing to keep current.
  const followed = typeof slice?.revision === 'number' ? slice : undefined
  const follow = useCallback(
    (listener: () => void) => (followed ? liveStore.follow(followed, listener) : () => {}),
    [followed],
  )
  return useSyncExternalStore(
    follow,
    () => (followed ? liveStore.read(followed) : slice),
    () => slice,
  )
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveStore.subscribe, liveStore.status, () => notConnected)
}
