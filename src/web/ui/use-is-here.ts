import { useSyncExternalStore } from 'react'

/** Whether scripts run on the reader's device: not on the server, nor in the first rendering, which must match the server's. */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => undefined
