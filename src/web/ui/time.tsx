import { useEffect, useState, useSyncExternalStore } from 'react'
import { clockTime, universalTime } from '../../domain/night/schedule.ts'

/** An instant in the reader's own time; in universal time until scripts know which that is. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {useIsHere() ? localTime(at) : `${at.slice(0, 10)}, ${universalTime(at)} UTC`}
    </time>
  )
}

function localTime(at: string): string {
  const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })
  return `${date}, ${clockTime(at)}`
}

/** '8:30 PM', with the day unless it is this one. */
export function momentText(instant: string, now: Date): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return isToday ? clockTime(at) : `${at.toDateString().slice(0, 10)}, ${clockTime(at)}`
}

/** The time on this device, looked at again every so often; the server's page does without. */
export function useClock(everyMs = 20_000): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Whether scripts run on the reader's device: not on the server, nor in the first rendering, which must match the server's. */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => undefined

/**
 * Where no script can tell the time on paper, it is the one at which the server made the page; the browser's own would not match it.
 * A script fills it in when somebody prints, perhaps before React has come to this place: what stands there then may differ.
 */
export function PrintTime() {
  return (
    <>
      <noscript>{import.meta.env.SSR && asOfNow()}</noscript>
      <span suppressHydrationWarning>{''}</span>
    </>
  )
}

/** What a sheet of paper says of its age. */
export function asOfNow(): string {
  const now = new Date()
  return `As of ${now.toDateString()}, ${clockTime(now)}`
}

/** Paper outlives the moment: whatever is printed says which cup and as of when, and so does every further sheet in its margin. */
export function tellTimeOnPaper(): void {
  const margins = new CSSStyleSheet()
  addEventListener('beforeprint', () => {
    const asOf = asOfNow()
    for (const place of document.querySelectorAll('[data-printed] > span')) place.textContent = asOf
    const title = document.querySelector('.print-title')?.textContent ?? document.title
    const box = (place: string, text: string) =>
      `@top-${place} { content: ${JSON.stringify(text)}; font: 9pt 'Archivo Variable', Arial, sans-serif; }`
    // A draw has a head on each of its sheets.
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
