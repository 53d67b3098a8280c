import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { firstEditions } from '../../../tests/support/first-editions.ts'
import type { Edition } from '../cup.ts'
import { done } from '../outcome.ts'
import { defaultSettings } from '../settings/settings.ts'
import { editionsWithChampions, emptyEditions, pastEditions, withoutEditions } from './past-editions.ts'

describe('editions with a draw', () => {
  const settings = { editionNumber: 11, editionSeason: 'May 2025' }

  test('are listed newest first, each with its season', () => {
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [2, 10, 9] })).toEqual([
      { number: 11, season: 'May 2025', current: true },
      { number: 10, season: 'Fall 2024', current: false },
      { number: 9, season: 'Spring 2024', current: false },
      { number: 2, season: 'Fall 2020', current: false },
    ])
  })

  test('always include the current one, once', () => {
    const current = { number: 11, season: 'May 2025', current: true }
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [] })).toEqual([current])
    expect(pastEditions({ settings, editions: [], pastDraws: [11] })).toEqual([current])
  })

  test('have no season if none is recorded', () => {
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [12] })).toEqual([
      { number: 12, season: '', current: false },
      { number: 11, season: 'May 2025', current: true },
    ])
  })
})

describe("the final's winners", () => {
  const semis = won(drawOfNames('a b c d'), 'a', 'd')
  const final = won(semis, 'd')
  const line = { number: 11, season: 'Spring 2025', theme: 'Neon', winners: '' }
  const editions = firstEditions.with(10, line)
  const cup = { editions, settings: { ...defaultSettings, editionTheme: 'Neon' }, draw: final }

  test('are in their line as soon as it is won, with season and theme', () => {
    expect(editionsWithChampions(cup)).toEqual(firstEditions.with(10, { ...line, winners: 'd' }))
  })

  test('are absent before that, without a draw, and after an undo', () => {
    expect(editionsWithChampions({ ...cup, draw: semis })).toBe(editions)
    expect(editionsWithChampions({ ...cup, draw: undefined })).toBe(editions)
  })

  test('do not exist in a draw of one team', () => {
    expect(editionsWithChampions({ ...cup, draw: drawOfNames('a') })).toBe(editions)
  })

  test('get a new line if the edition has none', () => {
    const settings = { ...cup.settings, editionNumber: 12, editionSeason: 'Fall 2025' }
    const listed = editionsWithChampions({ ...cup, settings })
    expect(listed).toHaveLength(12)
    expect(listed.at(-1)).toEqual({ number: 12, season: 'Fall 2025', theme: 'Neon', winners: 'd' })
  })

  test('are in the order of editions, also if a later one was played before', () => {
    const later = { number: 14, season: 'Fall 2026', theme: '', winners: 'Zoe' }
    const listed = editionsWithChampions({
      ...cup,
      editions: [...firstEditions, later],
      settings: { ...cup.settings, editionNumber: 12 },
    })
    expect(listed.slice(-3).map(({ number }) => number)).toEqual([11, 12, 14])
  })

  test.each(['Dora & Dan', 'a'])(
    'give way to an organiser’s text, also if it names a team: %s',
    (winners) => {
      const written = firstEditions.with(10, { ...line, winners })
      expect(editionsWithChampions({ ...cup, editions: written })).toBe(written)
    },
  )
})

describe('past champions of another club', () => {
  const [one, two, three] = ['', 'Anna, Ben', ''].map((winners, index) => ({
    number: index + 1,
    season: '',
    theme: '',
    winners,
  })) as [Edition, Edition, Edition]
  const cup = {
    editions: [one, two, three],
    pastDraws: [],
    settings: { editionNumber: 3, editionSeason: '' },
  }

  test('are those without champions and without a draw', () => {
    expect(emptyEditions(cup)).toEqual([1, 3])
    expect(emptyEditions({ ...cup, pastDraws: [1] })).toEqual([3])
    expect(emptyEditions({ ...cup, draw: drawOfNames('a b') })).toEqual([1])
  })

  test('can be removed', () => {
    expect(withoutEditions([1, 2], cup)).toEqual(done([three]))
    expect(withoutEditions([], cup)).toEqual(done([one, two, three]))
  })

  test('stay if one of them has a draw', () => {
    const reason = 'edition-drawn'
    expect(withoutEditions([1, 2], { ...cup, pastDraws: [9, 2] })).toMatchObject({ ok: false, reason })
    expect(withoutEditions([3], { ...cup, draw: drawOfNames('a b') })).toMatchObject({ ok: false, reason })
  })
})
