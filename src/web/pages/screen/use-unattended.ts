import { useEffect } from 'react'
import { reloadIfUpgraded } from '../../live/service-worker.ts'
import { useLiveStatus } from '../../live/use-live-view.ts'

const lookEveryMs = 15_000

/** Keeps a screen that nobody tends alive: it never sleeps, and whatever does not mend by itself ends in a fresh page. */
export function useUnattended() {
  const { state } = useLiveStatus()
  useReloadOnceWell(state === 'offline')

  useEffect(() => {
    const stayAwake = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    stayAwake()
    document.addEventListener('visibilitychange', stayAwake)
    return () => document.removeEventListener('visibilitychange', stayAwake)
  }, [])

  useEffect(() => {
    // A server that was away may have come back with another version of the app.
    if (state === 'live') void reloadIfUpgraded()
  }, [state])
}

/** Reloads a broken page once the server answers: earlier, the browser's own error page would stay for ever. */
export function useReloadOnceWell(isUseless: boolean) {
  useEffect(() => {
    if (!isUseless) return
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
      if (answer?.ok) location.reload()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isUseless])
}
