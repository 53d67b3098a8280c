import { useSyncExternalStore } from 'react'
import type { LiveStatus } from './live-store.ts'
import { liveStore } from './page-store.ts'

const unknown: LiveStatus = { state: 'connecting', asOf: undefined }

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveStore.subscribe, liveStore.status, () => unknown)
}
