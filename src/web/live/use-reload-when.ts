import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveStatus } from './use-live-view.ts'

/** A tap is often followed by another: they are asked for together. */
const firstWaitMs = 250
const longestWaitMs = 10_000

/** Asks the page's loader again while it is behind the stream: one request at a time, less often if that does not help. */
export function useReloadWhen(isBehind: boolean) {
  const { revalidate, state } = useRevalidator()
  const isLive = useLiveStatus().state === 'live'
  const asked = useRef(0)
  const isDue = isBehind && isLive && state === 'idle'

  useEffect(() => {
    if (!isBehind) asked.current = 0
    if (!isDue) return
    let timer: number
    // Asked again even if the page never showed that it is loading: going elsewhere on the page in that moment cancels the request.
    function askSoon() {
      const waitMs = Math.min(firstWaitMs * 2 ** asked.current, longestWaitMs)
      timer = window.setTimeout(() => {
        asked.current += 1
        revalidate()
        askSoon()
      }, waitMs)
    }
    askSoon()
    return () => clearTimeout(timer)
  }, [isBehind, isDue, revalidate])
}
