import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import { placeOf, type Round } from '../../domain/cup.ts'
import { type Arrow, matchBeside } from './layout.ts'

const arrows = new Set<string>(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])
const stops = 'a.match, button.side:not(:disabled)'

/** Roving tabindex: one Tab stop for the whole bracket, arrow keys within it. Without scripts every match is a stop. */
export function useBracketKeys(box: RefObject<HTMLElement | null>, rounds: readonly Round[]) {
  // After every render: matches may have come or gone.
  useEffect(() => {
    const first = stopIn(box.current)
    if (box.current && first)
      setStop(box.current, box.current.querySelector<HTMLElement>(`:is(${stops})[tabindex="0"]`) ?? first)
  })

  function onFocus(event: FocusEvent<HTMLElement>) {
    const stop = (event.target as Element).closest<HTMLElement>(stops)
    if (stop && stop.tabIndex !== 0) setStop(event.currentTarget, stop)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!arrows.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
    const stop = (event.target as Element).closest<HTMLElement>(stops)
    const place = stop?.closest<HTMLElement>('[data-match]')?.dataset.match
    if (!stop || !place) return
    event.preventDefault()
    stopBeside(event.currentTarget, stop, place, event.key, rounds)?.focus()
  }

  return { onFocus, onKeyDown }
}

function stopBeside(
  box: HTMLElement,
  stop: HTMLElement,
  place: string,
  key: string,
  rounds: readonly Round[],
) {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = [...(stop.closest('[data-round]')?.querySelectorAll<HTMLElement>(stops) ?? [])]
    return column[column.indexOf(stop) + (key === 'ArrowDown' ? 1 : -1)]
  }
  const [round = 0, index = 0] = place.split('.').map(Number)
  const beside = matchBeside(
    rounds.map(({ matches }) => matches.length),
    { round, index },
    key as Arrow,
  )
  if (!beside) return undefined
  return stopIn(box.querySelector(`[data-match="${placeOf(beside)}"]`))
}

/** Moves the bracket's Tab stop. */
export function setStop(box: HTMLElement, stop: HTMLElement) {
  for (const other of box.querySelectorAll<HTMLElement>(stops)) other.tabIndex = other === stop ? 0 : -1
}

export function stopIn(element: Element | null | undefined): HTMLElement | null | undefined {
  return element?.querySelector<HTMLElement>(stops)
}
