import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { overAt, phonesGoAt, phonesWords } from './kept-phones.ts'

const latestArrival = '2025-03-20T10:00:00.000Z'
const lastKnown = '2025-04-01T10:00:00.000Z'

describe('an edition is over', () => {
  const final = won(drawOfNames('a b'), 'a')
  const decided = {
    ...final,
    rounds: final.rounds.map((round) => ({
      ...round,
      matches: round.matches.map((match) => ({ ...match, decidedAt: '2025-04-04T23:00:00.000Z' })),
    })),
  }

  test('once its final is won', () => {
    expect(overAt({ draw: decided, isCurrent: true, latestArrival, lastKnown })).toBe(
      '2025-04-04T23:00:00.000Z',
    )
  })

  test('at its latest registration, if that was after the final', () => {
    const parts = { draw: decided, isCurrent: true, lastKnown }
    const late = '2025-09-01T12:00:00.000Z'
    expect(overAt({ ...parts, latestArrival: late })).toBe(late)
  })

  test('not while it is being played', () => {
    expect(overAt({ draw: drawOfNames('a b'), isCurrent: true, latestArrival, lastKnown })).toBeUndefined()
    expect(overAt({ draw: undefined, isCurrent: true, latestArrival, lastKnown })).toBeUndefined()
  })

  test('since its latest activity, once another edition has begun', () => {
    expect(overAt({ draw: drawOfNames('a b'), isCurrent: false, latestArrival, lastKnown })).toBe(lastKnown)
    expect(overAt({ draw: undefined, isCurrent: false, latestArrival, lastKnown })).toBe(lastKnown)
  })
})

test('phone numbers are deleted some days later, or never', () => {
  expect(phonesGoAt(lastKnown, { phoneDays: 30 })).toBe('2025-05-01T10:00:00.000Z')
  expect(phonesGoAt(lastKnown, { phoneDays: 0 })).toBeUndefined()
  expect(phonesGoAt(undefined, { phoneDays: 30 })).toBeUndefined()
})

test('phone numbers are counted by edition', () => {
  expect(phonesWords({ edition: 11, phones: 1 })).toBe('1 phone number of N11')
})
