import { useEffect, useEffectEvent, useState } from 'react'
import { reloadIfUpgraded } from '../../live/service-worker.ts'
import { useLiveStatus } from '../../live/use-live-view.ts'

const lookEveryMs = 15_000

/** Keeps an unattended screen alive: a wake lock, and a reload for everything that does not recover otherwise. */
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
    // After a reconnect the server may run another version.
    if (state === 'live') void reloadIfUpgraded()
  }, [state])
}

/** Polls the server before reloading: otherwise the browser's own error page would stay forever. */
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

/** Cycles 0..count-1 every `everyMs`; `hasMore()` holds a step. */
export function useCarousel(count: number, everyMs: number, hasMore?: () => boolean): number {
  const [step, setStep] = useState(0)
  const advance = useEffectEvent(() => {
    if (!hasMore?.()) setStep((now) => now + 1)
  })
  const isStill = count < (hasMore ? 1 : 2)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => advance(), everyMs)
    return () => clearInterval(timer)
  }, [isStill, everyMs])
  return count > 0 ? step % count : 0
}

/** Scrolls a multi-column list, one column in view, to the next; false once it is back at the first. */
export function nextColumn(list: HTMLElement | null | undefined): boolean {
  if (!list || list.clientWidth === 0) return false
  const next = Math.round(list.scrollLeft / list.clientWidth) + 1
  const hasNext = next * list.clientWidth < list.scrollWidth - 1
  list.scrollLeft = hasNext ? next * list.clientWidth : 0
  if (hasNext && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    list.animate({ opacity: [0, 1] }, { duration: 900, easing: 'ease-out' })
  return hasNext
}
