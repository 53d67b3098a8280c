import { expect, test } from 'vitest'
import { drawOfNames, entryOf, lastMatchOf, won } from '../../../tests/support/draws.ts'
import type { Draw, Entry } from '../cup.ts'
import { defaultSettings } from '../settings/settings.ts'
import { entryStateOf, matchToReport } from './entry-state.ts'

const at = '2025-05-02T19:00:00.000Z'
const names = ['a', 'b', 'c', 'd', 'e']

const pending = (id: string, more: Partial<Entry> = {}) => entryOf(id, { approved: false, ...more })

function stateOf(own: Entry, { draw, teamLimit = 0 }: { draw?: Draw; teamLimit?: number } = {}) {
  const entries = names.map((id) => (id === own.id ? own : pending(id)))
  return entryStateOf({ entries, settings: { ...defaultSettings, teamLimit }, draw }, own)
}

const draw = drawOfNames('a b c d')

test('before the draw an entry is pending, on the waiting list at its place, or approved', () => {
  expect(stateOf(pending('a'))).toEqual({ state: 'pending' })
  expect(stateOf(pending('e'), { teamLimit: 3 })).toEqual({ state: 'waiting', place: 2 })
  expect(stateOf(entryOf('e'), { teamLimit: 3 })).toEqual({ state: 'approved' })
})

test('an entry in the draw has an outlook, until it is out', () => {
  expect(stateOf(pending('a'), { draw })).toMatchObject({ state: 'drawn', outlook: { state: 'waiting' } })
  expect(stateOf(pending('b'), { draw: won(draw, 'a') })).toMatchObject({ outlook: { state: 'out' } })
})

test('an entry outside the draw is late', () => {
  const late = { state: 'late', approved: false, isOver: false }
  expect(stateOf(entryOf('e'), { draw })).toEqual({ ...late, approved: true })
  expect(stateOf(pending('e'), { draw })).toEqual(late)
  expect(stateOf(pending('e'), { draw, teamLimit: 4 })).toEqual(late)
})

test('an entry outside the draw has no chance of a place once the final is won', () => {
  const final = won(won(draw, 'a'), 'c')
  expect(stateOf(pending('e'), { draw: final })).toMatchObject({ state: 'late', isOver: false })
  expect(stateOf(pending('e'), { draw: won(final, 'a') })).toMatchObject({ state: 'late', isOver: true })
})

test('an absent team is absent, drawn or replaced, and neither out nor late', () => {
  const own = entryOf('b', { checkedInAt: at })
  const marked = { ...draw, absent: ['b', 'e'] }
  const absent = { state: 'absent', isReplaced: false }
  expect(stateOf(own, { draw: marked })).toEqual(absent)
  expect(stateOf(own, { draw: { ...won(draw, 'a'), absent: ['b'] } })).toEqual(absent)
  expect(stateOf(entryOf('e'), { draw: marked })).toEqual({ ...absent, isReplaced: true })
})

test('a withdrawal in the draw waits for an organiser to confirm it', () => {
  const own = pending('a', { withdrawnAt: at })
  expect(stateOf(own, { draw })).toEqual({ state: 'withdrawn', isConfirmed: false, isDrawn: true })
  expect(stateOf(own, { draw: { ...draw, absent: ['a'] } })).toEqual({
    state: 'withdrawn',
    isConfirmed: true,
    isDrawn: true,
  })
})

test('a withdrawal of a team that is out needs no confirmation', () => {
  const own = pending('b', { withdrawnAt: at })
  expect(stateOf(own, { draw: won(draw, 'a') })).toEqual({
    state: 'withdrawn',
    isConfirmed: true,
    isDrawn: true,
  })
})

test('a withdrawal stays one after a new draw without the team', () => {
  const own = pending('c', { withdrawnAt: at })
  for (const made of [drawOfNames('a b'), undefined])
    expect(stateOf(own, made && { draw: made })).toEqual({
      state: 'withdrawn',
      isConfirmed: true,
      isDrawn: false,
    })
})

test.each([
  ['champion', won(drawOfNames('a b'), 'a')],
  ['alone', drawOfNames('a', { byesPlacedAtOnce: true })],
] as const)('a withdrawal after the last match changes nothing: %s', (state, played) => {
  const own = pending('a', { withdrawnAt: at })
  expect(stateOf(own, { draw: played })).toEqual({ state: 'drawn', outlook: { state } })
})

test('a team can report the match it is to play, while reports are on', () => {
  const on = { ...defaultSettings, reports: 'on' } as const
  expect(matchToReport({ draw, settings: on }, 'd')).toEqual({ match: lastMatchOf(draw, 'd'), side: 2 })
  const next = won(draw, 'a')
  const none: readonly [Draw | undefined, team: string][] = [
    [undefined, 'a'],
    // The opponent is not known yet.
    [next, 'a'],
    // Out.
    [next, 'b'],
    // Not in the draw.
    [draw, 'e'],
    // The draw show has not revealed the opponent.
    [{ ...draw, show: true }, 'a'],
  ]
  for (const [drawn, team] of none) expect(matchToReport({ draw: drawn, settings: on }, team)).toBeUndefined()
  expect(matchToReport({ draw, settings: { ...on, reports: 'off' } }, 'd')).toBeUndefined()
})
