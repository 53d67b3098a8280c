import { expect, test } from 'vitest'
import { drawPlanWords } from './draw-plan.ts'

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
