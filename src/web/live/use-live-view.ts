import { useCallback, useSyncExternalStore } from 'react'
import type { ViewSlice } from '../../domain/changes.ts'
import { liveStore } from './page-store.ts'

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
