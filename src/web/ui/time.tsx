import { useEffect, useState, useSyncExternalStore } from 'react'
import { clockTime, universalTime } from '../../domain/night/schedule.ts'
import { liveStore, useLiveStatus } from '../live/use-live-view.ts'

/** An instant in local time; in UTC until hydrated, because the server does not know the time zone. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {useHydrated() ? localTime(at) : `${at.slice(0, 10)}, ${universalTime(at)} UTC`}
    </time>
  )
}

function localTime(at: string): string {
  const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })
  return `${date}, ${clockTime(at)}`
}

/** '8:30 PM', with the date unless it is today. */
export function momentText(instant: string, now: Date): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return isToday ? clockTime(at) : `${at.toDateString().slice(0, 10)}, ${clockTime(at)}`
}

/** The server's time, updated every `everyMs`; undefined until the first answer of the stream, or its failure, and on the server. */
export function useClock(everyMs = 20_000): Date | undefined {
  const [now, setNow] = useState<Date>()
  const isKnown = useLiveStatus().state !== 'connecting'
  useEffect(() => {
    if (!isKnown) return
    const look = () => setNow(liveStore.serverTime())
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isKnown])
  return now
}

/** False on the server and in the first client render, which must match it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => undefined

/**
 * Without scripts, the time of rendering on the server. With scripts, `timestampPrintouts` fills the span on `beforeprint`, perhaps before
 * hydration, hence `suppressHydrationWarning`.
 */
export function PrintTime() {
  return (
    <>
      <noscript>{import.meta.env.SSR && asOfNow()}</noscript>
      <span suppressHydrationWarning>{''}</span>
    </>
  )
}

export function asOfNow(): string {
  const now = liveStore.serverTime()
  return `As of ${now.toDateString()}, ${clockTime(now)}`
}

/** Stamps what is printed with the cup's name and the time: in place, and in the page margins of further sheets. */
export function timestampPrintouts(): void {
  const margins = new CSSStyleSheet()
  addEventListener('beforeprint', () => {
    const asOf = asOfNow()
    for (const place of document.querySelectorAll('[data-printed] > span')) place.textContent = asOf
    const title = document.querySelector('.print-title')?.textContent ?? document.title
    const box = (place: string, text: string) =>
      `@top-${place} { content: ${JSON.stringify(text)}; font: 9pt 'Archivo Variable', Arial, sans-serif; }`
    // The sheets of a draw have heads of their own.
    const hasHeads = document.querySelector('.print-head') !== null
    margins.replaceSync(
      hasHeads
        ? ''
        : `@page { ${box('left', title)} ${box('right', asOf)} }
          @page :first { @top-left { content: none; } @top-right { content: none; } }`,
    )
    if (!document.adoptedStyleSheets.includes(margins)) document.adoptedStyleSheets.push(margins)
  })
}
