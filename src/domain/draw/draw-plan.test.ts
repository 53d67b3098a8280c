import { expect, test } from 'vitest'
import { drawOfNames, entryOf, won } from '../../../tests/support/draws.ts'
import {
  checkDrawAgain,
  drawPlanWords,
  hereWords,
  isMadeByOpening,
  planFor,
  whoMakesDraw,
} from './draw-plan.ts'

const entries = (approved: number, pending: number) => [
  ...Array.from({ length: approved }, () => ({ approved: true })),
  ...Array.from({ length: pending }, () => ({ approved: false })),
]

test.each([
  [0, 0, 'closed', 'No team is approved yet. Registration is closed.'],
  [1, 0, 'open', '1 approved team: a bracket of 2 with 1 bye. Registration is still open.'],
  [
    13,
    1,
    'open',
    '13 approved teams: a bracket of 16 with 3 byes. 1 team is pending, and would not be in it. Registration is still open.',
  ],
  [
    16,
    4,
    'closed',
    '16 approved teams: a bracket of 16 with no byes. 4 teams are pending, and would not be in it. Registration is closed.',
  ],
] as const)('%i approved and %i pending, registration %s', (approved, pending, registration, words) => {
  expect(drawPlanWords(entries(approved, pending), { registration }).join(' ')).toBe(words)
})

test('the numbers of a draw, and of teams that are here', () => {
  const teams = [...entries(5, 2), { approved: true, checkedInAt: '2025-04-04T18:00:00.000Z' }]
  expect(planFor(teams)).toEqual({ approved: 6, pending: 2, size: 8, byes: 2, here: 1 })
  const withdrawn = { approved: true, withdrawnAt: '2025-04-04T18:00:00.000Z' }
  expect(planFor([...entries(5, 2), withdrawn])).toEqual({
    approved: 5,
    pending: 2,
    size: 8,
    byes: 3,
    here: 0,
  })
  expect(planFor([])).toEqual({ approved: 0, pending: 0, size: 0, byes: 0, here: 0 })
})

test.each([
  [0, 5, 'No approved team is here yet.'],
  [4, 5, '1 team not here yet. With only those here: a bracket of 4 with no byes.'],
  [3, 5, '2 teams not here yet. With only those here: a bracket of 4 with 1 bye.'],
  [5, 5, 'Every approved team is here.'],
])('%i of %i are here', (here, approved, words) => {
  expect(hereWords(here, approved)).toBe(words)
})

const inside = ['a', 'b', 'c'].map((id) => entryOf(id))

test('the draw can be made again for all approved teams while nothing was played', () => {
  const entries = [...inside, entryOf('late'), entryOf('pending', { approved: false })]
  expect(checkDrawAgain(drawOfNames('a b c'), entries)).toEqual({ ok: true, value: { teams: 4 } })
})

test('it cannot if every approved team is in the draw', () => {
  const entries = [...inside, entryOf('pending', { approved: false })]
  expect(checkDrawAgain(drawOfNames('a b c'), entries)).toMatchObject({ reason: 'nobody-outside' })
})

test('it cannot once a match was played', () => {
  const draw = won(drawOfNames('a b c d'), 'a')
  expect(checkDrawAgain(draw, [...inside, entryOf('late')])).toMatchObject({ reason: 'already-played' })
})

test.each([
  ['anyone', 'closed', 2, true, 'Anyone who opens the draw page makes the draw now.'],
  ['anyone', 'closed', 0, true, 'Anyone who opens the draw page makes the draw, once a team is approved.'],
  ['anyone', 'open', 2, false, 'Anyone can make the draw now, with the button on the draw page.'],
  [
    'anyone',
    'open',
    0,
    false,
    'Anyone can make the draw, with the button on the draw page, once a team is approved.',
  ],
  ['admin', 'closed', 2, false, 'Only organisers can make the draw.'],
  ['admin', 'open', 0, false, 'Only organisers can make the draw.'],
] as const)(
  'made by %s, registration %s, %i teams approved: by opening the page %s',
  (drawCreation, registration, approved, isMade, words) => {
    expect(isMadeByOpening({ drawCreation, registration })).toBe(isMade)
    expect(whoMakesDraw({ drawCreation, registration }, approved)).toBe(words)
  },
)
