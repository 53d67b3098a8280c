import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { withMatches } from '../draw/draw-reader.ts'
import { defaultSettings } from '../settings/settings.ts'
import {
  calledTeams,
  callNews,
  callNotice,
  callWords,
  eitherOf,
  outlookWords,
  queueWords,
  waitWords,
} from './follow-words.ts'
import { outlookOf } from './outlook.ts'

const draw = drawOfNames('a b c d e f g h')
const oneTable = { ...defaultSettings, scheduleGroupSize: 1 }
const atNight = (minutes: number) => new Date(2025, 4, 2, 21, minutes)
const wordsFor = (from: typeof draw, team: string, settings = oneTable, now: Date | undefined = atNight(0)) =>
  outlookWords(from, settings, outlookOf(from, team), now)
const callFor = (from: typeof draw, team: string, settings = oneTable) =>
  callWords(from, settings, outlookOf(from, team))

/** The draw with a match called to a table, some minutes after nine. */
function onTable(from: typeof draw, team: string, minutes: number) {
  const outlook = outlookOf(from, team)
  if (!('match' in outlook)) throw new Error(`${team} plays`)
  return withMatches(from, [{ ...outlook.match, table: 1, calledAt: atNight(minutes).toISOString() }])
}

/** Matches decided in turn, each some minutes after nine. */
function decidedAt(from: typeof draw, minutes: readonly number[]) {
  const matches = from.rounds.flatMap((round) => round.matches.filter((match) => match.winner))
  return withMatches(
    from,
    matches.map((match, index) => ({ ...match, decidedAt: atNight(minutes[index] ?? 0).toISOString() })),
  )
}

describe('words for a follower', () => {
  test('the opponent, the matches before, and the time', () => {
    expect(wordsFor(draw, 'c')).toBe('Next: against d · 1 match before you · about 9:30 PM')
    expect(wordsFor(draw, 'g')).toBe('Next: against h · 3 matches before you · about 10:00 PM')
    expect(callFor(draw, 'c')).toBeUndefined()
  })

  test('possible opponents, while the opponent is not known', () => {
    expect(wordsFor(decidedAt(won(draw, 'a'), [30]), 'a', oneTable, atNight(30))).toBe(
      'Next: against c or d · 3 matches before you · about 10:15 PM',
    )
  })

  test("'up next' and the opponent", () => {
    expect(callFor(draw, 'a')).toBe('You are up next. Get ready!')
    expect(wordsFor(draw, 'a')).toBe('Next: against b · about 9:15 PM')
  })

  test("are 'up next' for as many matches as tables are free", () => {
    const three = { ...defaultSettings, scheduleGroupSize: 3 }
    const calls = ['a', 'c', 'e', 'g'].map((team) => callFor(draw, team, three) !== undefined)
    expect(calls).toEqual([true, true, true, false])
    expect(wordsFor(draw, 'g', three)).toContain('3 matches before')
  })

  test('not ‘up next’ days before the evening, unless play has begun', () => {
    const settings = { ...oneTable, timeZone: 'UTC', scheduleStart: '20:00', eventDate: '2025-05-09' }
    const callAt = (from: typeof draw, now: string) =>
      callWords(from, settings, outlookOf(from, 'a'), new Date(now))
    expect(callAt(draw, '2025-05-09T13:59Z')).toBeUndefined()
    expect(callAt(draw, '2025-05-09T14:00Z')).toBe('You are up next. Get ready!')
    expect(callAt(onTable(draw, 'a', 0), '2025-05-06T20:00Z')).toBe('To table 1, please!')
  })

  test('the table, the opponent and the time of the call', () => {
    const called = onTable(draw, 'a', 32)
    expect(callFor(called, 'a')).toBe('To table 1, please!')
    expect(wordsFor(called, 'a')).toBe('Now: against b · table 1 · called 9:32 PM')
  })

  test("times in the cup's zone", () => {
    const settings = { ...oneTable, timeZone: 'Asia/Tokyo' }
    const now = new Date('2025-05-02T12:32:00Z')
    const { match } = { match: undefined, ...outlookOf(draw, 'a') }
    if (!match) throw new Error('a plays')
    const called = withMatches(draw, [{ ...match, table: 1, calledAt: now.toISOString() }])
    expect(wordsFor(called, 'a', settings, now)).toContain('called 9:32 PM')
    expect(wordsFor(draw, 'c', settings, new Date('2025-05-02T12:00:00Z'))).toContain('about 9:30 PM')
  })

  test('an expected time that is not in the past', () => {
    const late = decidedAt(won(drawOfNames('a b c d e f g h'), 'a', 'c', 'e'), [30, 60, 90])
    expect(wordsFor(late, 'g', oneTable, atNight(90))).toBe('Next: against h · about 10:30 PM')
    expect(wordsFor(draw, 'g', oneTable, atNight(50))).toBe(
      'Next: against h · 3 matches before you · about 10:35 PM',
    )
  })

  test('no time without a clock', () => {
    expect(outlookWords(draw, oneTable, outlookOf(draw, 'g'))).toBe('Next: against h · 3 matches before you')
    const called = onTable(draw, 'a', 32)
    expect(outlookWords(called, oneTable, outlookOf(called, 'a'))).toBe('Now: against b · table 1')
  })

  test('for a match: the matches before it, and the time', () => {
    const [, second] = draw.rounds[0]?.matches ?? []
    expect(second && waitWords(draw, oneTable, second, atNight(0))).toBe('1 match before it · about 9:30 PM')
  })

  test('that the team is out, or champion', () => {
    expect(wordsFor(won(draw, 'a'), 'b')).toBe('Out this time. Thanks for playing.')
    expect(wordsFor(won(drawOfNames('a b'), 'b'), 'b')).toBe('Champions! Nobody left to beat.')
    expect(wordsFor(draw, 'nobody')).toBe('Not in this draw.')
  })

  test('that it is the only team', () => {
    expect(wordsFor(drawOfNames('a', { byesPlacedAtOnce: true }), 'a')).toBe(
      'The only team in the draw so far.',
    )
  })

  test.each([
    [0, 'after the current matches'],
    [1, '1 match before you'],
    [2, '2 matches before you'],
  ])('%i before: %s', (count, words) => expect(queueWords(onTable(draw, 'a', 0), count, 'you')).toBe(words))

  test('do not mention current matches if there are none', () => {
    expect(queueWords(draw, 0, 'you')).toBe('')
  })

  test('only count more than four possible opponents', () => {
    expect(eitherOf(draw.teams, ['a', 'b', 'c', 'd'])).toBe('a or b or c or d')
    expect(eitherOf(draw.teams, ['a', 'b', 'c', 'd', 'e'])).toBe('one of 5 teams')
  })

  test('isolate right-to-left names', () => {
    const teams = { a: { name: 'דנה', players: ['דנה', 'نور'] }, b: { name: 'Anna', players: ['Anna'] } }
    expect(eitherOf(teams, ['a', 'b'])).toBe('\u2068דנה, نور\u2069 or Anna')
  })
})

describe('notifications', () => {
  const noticeFor = (from: typeof draw, team: string) => callNotice(from, oneTable, team)

  test('contain the call and the opponent', () => {
    expect(noticeFor(draw, 'a')).toMatchObject({
      title: 'a: You are up next. Get ready!',
      body: 'Next: against b',
      tag: draw.id,
    })
    expect(noticeFor(onTable(draw, 'a', 5), 'a')).toMatchObject({
      title: 'a: To table 1, please!',
      body: 'Now: against b · table 1',
    })
    expect(noticeFor(draw, 'c')).toBeUndefined()
  })

  test('are sent once per call, and again for a repeated call', () => {
    const [ready, called, again] = [draw, onTable(draw, 'a', 5), onTable(draw, 'a', 9)].map((from) =>
      noticeFor(from, 'a'),
    )
    expect(callNews(undefined, ready)).toBe(ready)
    expect(callNews(ready, ready)).toBeUndefined()
    expect(callNews(ready, called)).toBe(called)
    expect(callNews(called, again)).toEqual({ ...again, body: 'Called again. Now: against b · table 1' })
    expect(callNews(again, undefined)).toBeUndefined()
    const small = drawOfNames('a b c d')
    const nextRound = noticeFor(won(small, 'a', 'c'), 'c')
    expect(callNews(noticeFor(won(small, 'a'), 'c'), nextRound)).toBe(nextRound)
  })

  test.each([1, 2, 6])('with %i tables, only called teams get one', (tables) => {
    const settings = { ...defaultSettings, scheduleGroupSize: tables }
    for (const from of [draw, onTable(draw, 'c', 5), won(draw, 'a', 'c'), won(drawOfNames('a b'), 'a')]) {
      const told = Object.keys(from.teams).filter((team) => callNotice(from, settings, team))
      expect(calledTeams(from, settings).sort()).toEqual(told.sort())
    }
  })
})
