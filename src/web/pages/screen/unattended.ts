import { useEffect, useEffectEvent, useState } from 'react'
import { reloadIfUpgraded } from '../../live/app-version.ts'
import { useLiveStatus } from '../../live/use-live-status.ts'

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

/** Goes round 0, 1, 2 … of so many, one step every so often; each stays for as long as it has more to show. */
export function useTurn(count: number, everyMs: number, hasMore?: () => boolean): number {
  const [step, setStep] = useState(0)
  const takeTurn = useEffectEvent(() => {
    if (!hasMore?.()) setStep((now) => now + 1)
  })
  const isStill = count < (hasMore ? 1 : 2)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => takeTurn(), everyMs)
    return () => clearInterval(timer)
  }, [isStill, everyMs])
  return count > 0 ? step % count : 0
}

/** Turns a list whose lines flow into columns, of which one is in sight, to the next column; after the last it is back at the first, and done. */
export function turnColumn(list: HTMLElement | null | undefined): boolean {
  if (!list || list.clientWidth === 0) return false
  const next = Math.round(list.scrollLeft / list.clientWidth) + 1
  const hasNext = next * list.clientWidth < list.scrollWidth - 1
  list.scrollLeft = hasNext ? next * list.clientWidth : 0
  if (hasNext && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    list.animate({ opacity: [0, 1] }, { duration: 900, easing: 'ease-out' })
  return hasNext
}
