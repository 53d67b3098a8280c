import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveStatus } from './use-live-status.ts'

/** A tap is often followed by another: they are asked for together. */
const firstWaitMs = 250
const longestWaitMs = 10_000

/**
 * Asks the page's own loader again while what it loaded is behind what the stream has told: one question at a time, and less often while the
 * answers do not help. For what an organiser sees and the public stream cannot tell.
 */
export function useReloadWhen(isBehind: boolean) {
  const { revalidate, state } = useRevalidator()
  const isLive = useLiveStatus().state === 'live'
  const asked = useRef(0)
  const isDue = isBehind && isLive && state === 'idle'

  useEffect(() => {
    if (!isBehind) asked.current = 0
    if (!isDue) return
    const timer = setTimeout(
      () => {
        asked.current += 1
        revalidate()
      },
      Math.min(firstWaitMs * 2 ** asked.current, longestWaitMs),
    )
    return () => clearTimeout(timer)
  }, [isBehind, isDue, revalidate])
}
