import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { firstEditions } from '../../../tests/support/first-editions.ts'
import { defaultSettings } from '../settings/settings.ts'
import { editionsWithChampions, pastEditions } from './past-editions.ts'

describe('editions with a draw to look at', () => {
  const settings = { editionNumber: 11, editionSeason: 'May 2025' }

  test('are listed newest first, each with its season', () => {
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [2, 10, 9] })).toEqual([
      { number: 11, season: 'May 2025', current: true },
      { number: 10, season: 'Fall 2024', current: false },
      { number: 9, season: 'Spring 2024', current: false },
      { number: 2, season: 'Fall 2020', current: false },
    ])
  })

  test('always hold the current one, once', () => {
    const current = { number: 11, season: 'May 2025', current: true }
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [] })).toEqual([current])
    expect(pastEditions({ settings, editions: [], pastDraws: [11] })).toEqual([current])
  })

  test('have no season where nobody wrote it down', () => {
    expect(pastEditions({ settings, editions: firstEditions, pastDraws: [12] })).toEqual([
      { number: 12, season: '', current: false },
      { number: 11, season: 'May 2025', current: true },
    ])
  })
})

describe("the final's winners", () => {
  const semis = won(drawOfNames('a b c d'), 'a', 'd')
  const final = won(semis, 'd')
  const cup = {
    editions: firstEditions,
    settings: { ...defaultSettings, editionTheme: 'Neon' },
    draw: final,
  }

  test('stand in their line as soon as it is won, with season and theme', () => {
    const last = { number: 11, season: 'Spring 2025', theme: 'Neon', winners: 'd' }
    expect(editionsWithChampions(cup)).toEqual(firstEditions.with(10, last))
  })

  test.each([
    ['May 2025', 'May 2025'],
    ['', 'Spring 2025'],
  ])('with the season %j in the settings stand beside %j', (editionSeason, season) => {
    const listed = editionsWithChampions({ ...cup, settings: { ...cup.settings, editionSeason } })
    expect(listed.at(-1)).toMatchObject({ season, winners: 'd' })
  })

  test('are not there before, without a draw, or after an undo', () => {
    expect(editionsWithChampions({ ...cup, draw: semis })).toBe(firstEditions)
    expect(editionsWithChampions({ ...cup, draw: undefined })).toBe(firstEditions)
  })

  test('are nobody where one team was alone in the draw', () => {
    expect(editionsWithChampions({ ...cup, draw: drawOfNames('a') })).toBe(firstEditions)
  })

  test('begin a line of their own in an edition that has none', () => {
    const settings = { ...cup.settings, editionNumber: 12, editionSeason: 'Fall 2025' }
    const listed = editionsWithChampions({ ...cup, settings })
    expect(listed).toHaveLength(12)
    expect(listed.at(-1)).toEqual({ number: 12, season: 'Fall 2025', theme: 'Neon', winners: 'd' })
  })

  test('stand in the order of the editions, also where a later one was played before', () => {
    const later = { number: 14, season: 'Fall 2026', theme: '', winners: 'Zoe' }
    const listed = editionsWithChampions({
      ...cup,
      editions: [...firstEditions, later],
      settings: { ...cup.settings, editionNumber: 12 },
    })
    expect(listed.slice(-3).map(({ number }) => number)).toEqual([11, 12, 14])
  })

  test('that were written down are those of the draw again, where its edition is gone back to', () => {
    const written = { number: 11, season: 'Spring 2025', theme: 'Jungle', winners: 'a' }
    const editions = firstEditions.with(10, written)
    const corrected = { ...written, theme: 'Neon', winners: 'd' }
    expect(editionsWithChampions({ ...cup, editions }).at(-1)).toEqual(corrected)
    expect(editionsWithChampions({ ...cup, editions, draw: semis }).at(-1)).toMatchObject({ winners: '' })
  })

  test('give way to what an organiser wrote', () => {
    const written = { number: 11, season: 'Spring 25', theme: '', winners: 'Dora & Dan' }
    const listed = editionsWithChampions({ ...cup, editions: firstEditions.with(10, written) })
    expect(listed.at(-1)).toEqual({ ...written, theme: 'Neon' })
  })
})
