import { useCallback, useSyncExternalStore } from 'react'
import type { ViewSlice } from '../../domain/changes.ts'
import { liveStore } from './page-store.ts'

/** The part of the public view a page renders from, kept current by the live stream. */
export function useLiveView<Part extends ViewSlice>(slice: Part): Part {
  // A loader that answered with an error has no revision: nothing to keep current.
  const isFollowed = typeof slice?.revision === 'number'
  const follow = useCallback(
    (listener: () => void) => (isFollowed ? liveStore.follow(slice, listener) : () => {}),
    [slice, isFollowed],
  )
  return useSyncExternalStore(
    follow,
    () => (isFollowed ? liveStore.read(slice) : slice),
    () => slice,
  )
}
