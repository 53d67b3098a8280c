import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Position } from '../../domain/changes.ts'
import type { Settings } from '../../domain/cup.ts'
import { clockTime } from '../../domain/night/schedule.ts'
import { dateWords, wallTime } from '../../domain/wall-clock.ts'
import { liveStore, useLiveStatus, useLiveView } from '../live/use-live-view.ts'

/** Data of the root loader (root.tsx); its settings are only title, zone and app link. */
export type RootData = Position & {
  readonly settings: Settings
  /** The origin for other devices. */
  readonly site: string
  readonly isSignedIn: boolean
  readonly evening?: string
}

export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root')
}

/** The same settings, live. */
export function useRootSettings(): Settings | undefined {
  return useLiveView(useRootData())?.settings
}

/** The cup's zone; '' if it has none. */
export function useCupZone(): string {
  return useRootSettings()?.timeZone ?? ''
}

/** The zone in which times are shown: the cup's, else the device's ('', and 'UTC' until hydrated). */
export function useZone(): string {
  const zone = useCupZone()
  const isHydrated = useHydrated()
  return zone || (isHydrated ? '' : 'UTC')
}

/** An instant on the cup's clock. */
export function When({ at }: { at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="tabular-nums">
      {dateWords(wallTime(at, zone))}, {clockTime(at, zone)}
      {zone === 'UTC' && ' UTC'}
    </time>
  )
}

/** '8:30 PM', with the date unless it is today. */
export function momentText(instant: string, now: Date, zone: string): string {
  const [date, today] = [instant, now].map((at) => dateWords(wallTime(at, zone)))
  const time = clockTime(instant, zone)
  return date === today ? time : `${date}, ${time}`
}

/** '9:15 PM' on one line. */
export function unbrokenHours(words: string): string {
  return words.replace(/ (?=[AP]M)/g, '\u00a0')
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
  const zone = useCupZone()
  return (
    <>
      <noscript>{import.meta.env.SSR && asOfNow(zone)}</noscript>
      <span data-zone={zone} suppressHydrationWarning>
        {''}
      </span>
    </>
  )
}

export function asOfNow(zone: string): string {
  const now = liveStore.serverTime()
  return `As of ${dateWords(wallTime(now, zone))}, ${clockTime(now, zone)}`
}

/** Stamps printouts with the cup's name and the time: in place, and in the page margins of further sheets. */
export function timestampPrintouts(): void {
  const margins = new CSSStyleSheet()
  addEventListener('beforeprint', () => {
    const places = document.querySelectorAll<HTMLElement>('[data-printed] > span')
    const asOf = asOfNow(places[0]?.dataset.zone ?? '')
    for (const place of places) place.textContent = asOf
    const title = document.querySelector('.print-title')?.textContent ?? document.title
    const box = (place: string, text: string) =>
      `@top-${place} { content: ${JSON.stringify(text)}; font: 9pt 'Archivo Variable', Arial, sans-serif; }`
    // The sheets of a draw have their own heads, and signs need no date.
    const hasHeads = document.querySelector('.print-head, .sign') !== null
    margins.replaceSync(
      hasHeads
        ? ''
        : `@page { ${box('left', title)} ${box('right', asOf)} }
          @page :first { @top-left { content: none; } @top-right { content: none; } }`,
    )
    if (!document.adoptedStyleSheets.includes(margins)) document.adoptedStyleSheets.push(margins)
  })
}
