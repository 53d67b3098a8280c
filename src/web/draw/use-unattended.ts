import { useEffect } from 'react'
import { useLiveStatus } from '../live/use-live-status.ts'

const lookEveryMs = 30_000

/** Keeps a screen that nobody tends alive: it never sleeps, and a connection lost for long ends in a fresh page once the server answers. */
export function useUnattended() {
  const isCut = useLiveStatus().state === 'offline'

  useEffect(() => {
    const stayAwake = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    stayAwake()
    document.addEventListener('visibilitychange', stayAwake)
    return () => document.removeEventListener('visibilitychange', stayAwake)
  }, [])

  useEffect(() => {
    if (!isCut) return
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
      if (answer?.ok) location.reload()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isCut])
}
