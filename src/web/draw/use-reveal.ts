import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { setStop, stopIn } from './use-bracket-keys.ts'

export type Reveal = { readonly place: string }

type RevealParts = {
  box: RefObject<HTMLElement | null>
  /** The match the page's address points at. */
  linked: string | undefined
  reveal: Reveal | undefined
  focus: number
  isShown: (round: number, focus: number) => boolean
  showRound: (round: number) => void
}

/**
 * Brings a match into view: the one the page was opened at, and from then on whichever somebody asks for. A result never does,
 * also where it takes the team in the address on to another match: whoever reads keeps their place.
 */
export function useReveal({ box, linked, reveal, focus, isShown, showRound }: RevealParts) {
  const [opened] = useState(linked)
  const waiting = useRef<string>(undefined)

  useLayoutEffect(() => {
    const place = reveal ? reveal.place : opened
    waiting.current = place
    if (place) showRound(roundOf(place))
  }, [reveal, opened, showRound])

  // A phone closes up to the round first: only then is the match where it stays.
  useLayoutEffect(() => {
    const place = waiting.current
    if (!place || !isShown(roundOf(place), focus)) return
    waiting.current = undefined
    const match = box.current?.querySelector(`[data-match="${CSS.escape(place)}"]`)
    match?.scrollIntoView({ block: 'center', inline: 'nearest' })
    const stop = stopIn(match)
    if (!box.current || !stop) return
    setStop(box.current, stop)
    // Whoever asked goes on from there, once the dialog they asked in has closed and given the focus back.
    if (reveal) setTimeout(() => stop.focus({ preventScroll: true }))
  })
}

function roundOf(place: string): number {
  return Number(place.split('.')[0])
}
