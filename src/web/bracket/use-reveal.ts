import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { setStop, stopIn } from './use-bracket-keys.ts'
import { isShown, isWide } from './use-round-in-view.ts'

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
