import { describe, expect, test } from 'vitest'
import { drawOf, drawOfNames, teamIds, won } from '../../../tests/support/draws.ts'
import { outlookOf } from '../../domain/outlook.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { eitherOf, outlookWords, plannedFinal, queueWords, whereIs } from './tonight.ts'

const draw = drawOfNames('a b c d e f g h')
const wordsFor = (from: typeof draw, team: string) =>
  outlookWords(from, defaultSettings, outlookOf(from, team))

describe('what a follower reads', () => {
  test('whom, when and how many matches before', () => {
    expect(wordsFor(draw, 'a')).toBe('Next: against b · about 9:15 PM · up next')
    expect(wordsFor(draw, 'g')).toBe('Next: against h · about 9:15 PM · 3 matches before')
  })

  test('who could come, while the opponent is not known', () => {
    expect(wordsFor(won(draw, 'a'), 'a')).toBe('Next: against c or d · about 9:30 PM · 3 matches before')
  })

  test('the table, once it is called', () => {
    const outlook = outlookOf(draw, 'a')
    if (!('match' in outlook)) throw new Error('a plays')
    const called = { ...outlook, state: 'playing', match: { ...outlook.match, table: 4 } } as const
    expect(outlookWords(draw, defaultSettings, called)).toBe('Now on table 4, against b')
  })

  test('that it is over, one way or the other', () => {
    expect(wordsFor(won(draw, 'a'), 'b')).toBe('Out this time. Thanks for playing.')
    expect(wordsFor(won(drawOfNames('a b'), 'b'), 'b')).toBe('Champions! Nobody left to beat.')
    expect(wordsFor(draw, 'nobody')).toBe('Not in this draw.')
  })

  test.each([
    [0, 'up next'],
    [1, '1 match before'],
    [2, '2 matches before'],
  ])('%i before: %s', (count, words) => expect(queueWords(count)).toBe(words))

  test('more than four possible opponents are only counted', () => {
    expect(eitherOf(draw.teams, ['a', 'b', 'c', 'd'])).toBe('a or b or c or d')
    expect(eitherOf(draw.teams, ['a', 'b', 'c', 'd', 'e'])).toBe('one of 5 teams')
  })
})

test('the final of 32 teams is planned for 11 PM by the fixed times', () => {
  // 16 matches in 3 slots, 8 in 2, 4, 2 and 1 in one each: the eighth slot.
  expect(plannedFinal(drawOf(teamIds(32)), defaultSettings)).toBe('11:00 PM')
})

test('a team is to be found where it stood last', () => {
  expect(whereIs(won(draw, 'a'), 'a')).toMatchObject({ round: 1, index: 0 })
  expect(whereIs(won(draw, 'a'), 'b')).toMatchObject({ round: 0, index: 0 })
  expect(whereIs(draw, 'nobody')).toBeUndefined()
})
