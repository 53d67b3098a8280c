import { useSyncExternalStore } from 'react'
import { type LiveStatus, notConnected } from './live-store.ts'
import { liveStore } from './page-store.ts'

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveStore.subscribe, liveStore.status, () => notConnected)
}
