import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { Round } from '../../domain/cup.ts'
import { type Arrow, matchBeside } from './layout.ts'

const arrows = new Set<string>(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])
const stops = 'a.match, button.side:not(:disabled)'

/**
 * The whole bracket is one stop of the Tab key; arrow keys go from match to match, and where sides are buttons from side to side.
 * The stops are set on the page, not in React: without script every match stays a stop of its own.
 */
export function useBracketKeys(box: RefObject<HTMLElement | null>, rounds: readonly Round[]) {
  // After every render, as matches may have come or gone.
  useEffect(() => {
    const all = box.current?.querySelectorAll<HTMLElement>(stops) ?? []
    const current = [...all].find((stop) => stop.tabIndex === 0 && stop.hasAttribute('tabindex')) ?? all[0]
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1
  })

  function onFocus(event: FocusEvent<HTMLElement>) {
    const stop = (event.target as Element).closest<HTMLElement>(stops)
    if (!stop || stop.tabIndex === 0) return
    for (const other of event.currentTarget.querySelectorAll<HTMLElement>(`:is(${stops})[tabindex="0"]`))
      other.tabIndex = -1
    stop.tabIndex = 0
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!arrows.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
    const stop = (event.target as Element).closest<HTMLElement>(stops)
    const place = stop?.closest<HTMLElement>('[data-match]')?.dataset.match
    if (!stop || !place) return
    event.preventDefault()
    stopBeside(event.currentTarget, stop, place, event.key as Arrow, rounds)?.focus()
  }

  return { onFocus, onKeyDown }
}

function stopBeside(
  box: HTMLElement,
  stop: HTMLElement,
  place: string,
  arrow: Arrow,
  rounds: readonly Round[],
) {
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const column = [...(stop.closest('[data-round]')?.querySelectorAll<HTMLElement>(stops) ?? [])]
    return column[column.indexOf(stop) + (arrow === 'ArrowDown' ? 1 : -1)]
  }
  const [round = 0, index = 0] = place.split('.').map(Number)
  const beside = matchBeside(
    rounds.map(({ matches }) => matches.length),
    { round, index },
    arrow,
  )
  if (!beside) return undefined
  const match = box.querySelector(`[data-match="${beside.round}.${beside.index}"]`)
  return match?.querySelector<HTMLElement>(stops)
}
