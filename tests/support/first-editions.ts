import type { Edition } from '../../src/domain/cup.ts'

/** The editions of a fresh cup: 1 to 11, Spring 2020 to Spring 2025, without themes and winners. */
export const firstEditions: readonly Edition[] = Array.from({ length: 11 }, (_, index) => ({
  number: index + 1,
  season: `${index % 2 === 0 ? 'Spring' : 'Fall'} ${2020 + Math.floor(index / 2)}`,
  theme: '',
  winners: '',
}))
