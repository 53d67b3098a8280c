import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setStop, stopIn } from './use-bracket-keys.ts'

/** Height of the sticky tabs above the box. */
const headroom = 64

/** Phone: the leftmost column in view is the focused round. The tree collapses to it, and the match in the middle of the screen keeps its place. */
export function useRoundInView(box: RefObject<HTMLElement | null>, roundCount: number, openAt: number) {
  // Initial value only: rounds change while somebody reads, which must not scroll.
  const [first] = useState(openAt)
  const [focus, setFocus] = useState(first)
  const kept = useRef<{ element: Element; top: number }>(undefined)
  const shown = useRef(first)
  const last = roundCount - 1

  const columns = useCallback(
    () => [...(box.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])],
    [box],
  )

  // Before the first paint: scrolls to the round being played. On a phone the first round needs no scrolling.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.dataset.ready = ''
    const column = columns()[first]
    if (!column) return
    if (isWide()) centre(element, openMatch(column))
    else if (first > 0) element.scrollLeft = leftOf(column)
  }, [box, columns, first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the focused round moves the matches.
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
      // Anchor in the later of the two columns: only there are distances the same before and after.
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
      if (isWide()) return centre(element, openMatch(column), 'smooth')
      shown.current = round
      setFocus(round)
      const above = element.getBoundingClientRect().top - headroom
      if (above < 0) scrollBy({ top: above, behavior: 'instant' })
      element.scrollTo({ left: leftOf(column), behavior: 'instant' })
    },
    [box, columns],
  )

  return { focus: Math.min(focus, last), showRound }
}

type NightParts = {
  /** The round being played. */
  current: number
  focus: number
  showRound: (round: number) => void
  /** The page was opened at a certain match, or matches are tapped here. */
  isPointed: boolean
}

/** Scrolls an untouched page to the round being played; on a touched one returns that round, to be offered. */
export function useNight({ current, focus, showRound, isPointed }: NightParts): number | undefined {
  // The latest round being played that was in view.
  const [reached, setReached] = useState(current)
  const isTouched = useRef(isPointed)
  if (focus === current && reached < current) setReached(current)

  useEffect(() => {
    const listening = new AbortController()
    const touch = ({ target }: Event) => {
      // Taps in a dialog, such as the app's modal, do not count.
      if (target instanceof Element && target.closest('dialog')) return
      isTouched.current = true
      listening.abort()
    }
    for (const event of ['pointerdown', 'keydown', 'wheel'])
      addEventListener(event, touch, { passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [])

  useEffect(() => {
    if (current <= reached || isTouched.current) return
    showRound(current)
    setReached(current)
  }, [current, reached, showRound])

  return current > reached ? current : undefined
}

/** The breakpoint of bracket.css. */
function isWide(): boolean {
  return matchMedia('(width >= 60rem)').matches
}

/** `scrollLeft` that puts a column at the left edge. */
function leftOf(column: HTMLElement): number {
  const first = column.parentElement?.firstElementChild as HTMLElement | null
  return column.offsetLeft - (first?.offsetLeft ?? 0)
}

/** The first match of a column without a winner, or else its first match. */
function openMatch(column: HTMLElement): Element | null {
  return column.querySelector('.match:not([data-decided])') ?? column.querySelector('.match')
}

/** Scrolls the box, not the window. */
function centre(box: HTMLElement, match: Element | null, behavior: ScrollBehavior = 'instant') {
  if (!match) return
  const at = match.getBoundingClientRect()
  const within = box.getBoundingClientRect()
  box.scrollBy({
    left: at.left - within.left + (at.width - within.width) / 2,
    top: at.top - within.top + (at.height - within.height) / 2,
    behavior,
  })
}

/** The match of a column nearest to the middle of the screen, and its top. */
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
  /** The match in the page's address. */
  linked: string | undefined
  reveal: Reveal | undefined
  focus: number
  showRound: (round: number) => void
}

/** Scrolls to the match of the address, then to any `reveal`. A new result never scrolls. */
export function useReveal({ box, linked, reveal, focus, showRound }: RevealParts) {
  const [opened] = useState(linked)
  const waiting = useRef<string>(undefined)

  useLayoutEffect(() => {
    const place = reveal ? reveal.place : opened
    waiting.current = place
    if (place && !isWide()) showRound(roundOf(place))
  }, [reveal, opened, showRound])

  // On a phone the match has its final position once the tree has collapsed to its round.
  useLayoutEffect(() => {
    const place = waiting.current
    if (!place || (roundOf(place) !== focus && !isWide())) return
    waiting.current = undefined
    const match = box.current?.querySelector(`[data-match="${CSS.escape(place)}"]`)
    if (!box.current || !match) return
    bringIntoView(box.current, match)
    const stop = stopIn(match)
    if (!stop) return
    setStop(box.current, stop)
    // After the dialog that asked has closed and restored the focus.
    if (reveal) setTimeout(() => stop.focus({ preventScroll: true }))
  })
}

function bringIntoView(box: HTMLElement, match: Element) {
  if (!isWide()) return match.scrollIntoView({ block: 'center', inline: 'nearest' })
  // Then the window, if the box is partly outside of it.
  centre(box, match)
  match.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function roundOf(place: string): number {
  return Number(place.split('.')[0])
}
