import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { defaultEditions, editionsWithChampions } from './past-editions.ts'
import { defaultSettings } from './settings.ts'

describe("the final's winners", () => {
  const semis = won(drawOfNames('a b c d'), 'a', 'd')
  const final = won(semis, 'd')
  const cup = {
    editions: defaultEditions,
    settings: { ...defaultSettings, editionTheme: 'Neon' },
    draw: final,
  }

  test('stand in their line as soon as it is won, with season and theme', () => {
    const last = { number: 11, season: 'Spring 2025', theme: 'Neon', winners: 'd' }
    expect(editionsWithChampions(cup)).toEqual(defaultEditions.with(10, last))
  })

  test('are not there before, without a draw, or after an undo', () => {
    expect(editionsWithChampions({ ...cup, draw: semis })).toBe(defaultEditions)
    expect(editionsWithChampions({ ...cup, draw: undefined })).toBe(defaultEditions)
  })

  test('are nobody where one team was alone in the draw', () => {
    expect(editionsWithChampions({ ...cup, draw: drawOfNames('a') })).toBe(defaultEditions)
  })

  test('begin a line of their own in an edition that has none', () => {
    const settings = { ...cup.settings, editionNumber: 12, editionSeason: 'Fall 2025' }
    const listed = editionsWithChampions({ ...cup, settings })
    expect(listed).toHaveLength(12)
    expect(listed.at(-1)).toEqual({ number: 12, season: 'Fall 2025', theme: 'Neon', winners: 'd' })
  })

  test('give way to what an organiser wrote', () => {
    const written = { number: 11, season: 'Spring 25', theme: '', winners: 'Dora & Dan' }
    const listed = editionsWithChampions({ ...cup, editions: defaultEditions.with(10, written) })
    expect(listed.at(-1)).toEqual({ ...written, theme: 'Neon' })
  })
})
