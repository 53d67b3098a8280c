import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setStop, stopIn } from './use-bracket-keys.ts'

/** The tabs that stick above the box. */
const headroom = 64

/** The round a phone shows: the leftmost column in view. The tree closes up to it; what was in the middle stays there. */
export function useRoundInView(box: RefObject<HTMLElement | null>, roundCount: number, openAt: number) {
  // Rounds end and begin while somebody reads: only the page's first look is chosen for them.
  const [first] = useState(openAt)
  const [focus, setFocus] = useState(first)
  const kept = useRef<{ element: Element; top: number }>(undefined)
  const shown = useRef(first)
  const last = roundCount - 1

  const columns = useCallback(
    () => [...(box.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])],
    [box],
  )

  // The first look: the round being played stands at the left before anything is painted. The first round does so by itself.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.dataset.ready = ''
    if (first === 0 || isWide()) return
    const column = columns()[first]
    if (column) element.scrollLeft = leftOf(column)
  }, [box, columns, first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round in focus has moved what was in the middle.
  useLayoutEffect(() => {
    if (!kept.current) return
    const { element, top } = kept.current
    kept.current = undefined
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [focus])

  useEffect(() => {
    const element = box.current
    if (!element) return
    function look() {
      if (!element || isWide()) return
      const seen = columns().findIndex(
        (column) => leftOf(column) + column.offsetWidth - element.scrollLeft > 24,
      )
      const next = Math.min(Math.max(seen, 0), last)
      if (next === shown.current) return
      // Of the column left and the one come to, the later one shows true distances before and after.
      kept.current = middleMatch(columns()[Math.max(next, shown.current)])
      shown.current = next
      setFocus(next)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box, columns, last])

  const showRound = useCallback(
    (round: number) => {
      const element = box.current
      const column = columns()[round]
      if (!element || !column) return
      const isPhone = !isWide()
      if (isPhone) {
        shown.current = round
        setFocus(round)
        const above = element.getBoundingClientRect().top - headroom
        if (above < 0) scrollBy({ top: above, behavior: 'instant' })
      }
      element.scrollTo({ left: leftOf(column), behavior: isPhone ? 'instant' : 'smooth' })
    },
    [box, columns],
  )

  return { focus: Math.min(focus, last), showRound }
}

/** Whether a round is where it will stay: on a wide screen all are, on a phone the one in focus. */
function isShown(round: number, focus: number): boolean {
  return round === focus || isWide()
}

/** Wide enough for the whole tree side by side: bracket.css changes at the same width. */
function isWide(): boolean {
  return matchMedia('(width >= 60rem)').matches
}

/** How far the box scrolls to have a column at its left edge. */
function leftOf(column: HTMLElement): number {
  const first = column.parentElement?.firstElementChild as HTMLElement | null
  return column.offsetLeft - (first?.offsetLeft ?? 0)
}

/** The match of a column nearest to the middle of the screen, and where it stands. */
function middleMatch(column: Element | undefined) {
  if (!column) return undefined
  const middle = innerHeight / 2
  let nearest: { element: Element; top: number; far: number } | undefined
  for (const element of column.querySelectorAll('.match')) {
    const { top, height } = element.getBoundingClientRect()
    const far = Math.abs(top + height / 2 - middle)
    if (!nearest || far < nearest.far) nearest = { element, top, far }
  }
  return nearest
}

export type Reveal = { readonly place: string }

type RevealParts = {
  box: RefObject<HTMLElement | null>
  /** The match the page's address points at. */
  linked: string | undefined
  reveal: Reveal | undefined
  focus: number
  showRound: (round: number) => void
}

/** Scrolls to the match the page was opened at, then to any that is asked for. A new result never scrolls. */
export function useReveal({ box, linked, reveal, focus, showRound }: RevealParts) {
  const [opened] = useState(linked)
  const waiting = useRef<string>(undefined)

  useLayoutEffect(() => {
    const place = reveal ? reveal.place : opened
    waiting.current = place
    if (place && !isWide()) showRound(roundOf(place))
  }, [reveal, opened, showRound])

  // A phone closes up to the round first: only then is the match where it stays.
  useLayoutEffect(() => {
    const place = waiting.current
    if (!place || !isShown(roundOf(place), focus)) return
    waiting.current = undefined
    const match = box.current?.querySelector(`[data-match="${CSS.escape(place)}"]`)
    if (!box.current || !match) return
    bringIntoView(box.current, match)
    const stop = stopIn(match)
    if (!stop) return
    setStop(box.current, stop)
    // Whoever asked goes on from there, once the dialog they asked in has closed and given the focus back.
    if (reveal) setTimeout(() => stop.focus({ preventScroll: true }))
  })
}

function bringIntoView(box: HTMLElement, match: Element) {
  if (!isWide()) return match.scrollIntoView({ block: 'center', inline: 'nearest' })
  // The box scrolls under its round names. The window stays, unless the match would be outside of it.
  const at = match.getBoundingClientRect()
  const within = box.getBoundingClientRect()
  box.scrollBy(
    at.left - within.left + (at.width - within.width) / 2,
    at.top - within.top + (at.height - within.height) / 2,
  )
  match.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function roundOf(place: string): number {
  return Number(place.split('.')[0])
}
