import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import { firstEditions } from '../../../tests/support/first-editions.ts'
import { done } from '../outcome.ts'
import { defaultSettings } from '../settings/settings.ts'
import { editionsWithChampions, pastEditions, readEditions } from './past-editions.ts'

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

  test('follow the draw again after going back to its edition', () => {
    const left = { ...cup, editions: firstEditions.with(10, { ...line, winners: 'a' }) }
    expect(editionsWithChampions(left).at(-1)).toEqual({ ...line, winners: 'd' })
    expect(editionsWithChampions({ ...left, draw: semis }).at(-1)).toEqual(line)
  })

  test('give way to an organiser’s text', () => {
    const written = firstEditions.with(10, { ...line, winners: 'Dora & Dan' })
    expect(editionsWithChampions({ ...cup, editions: written })).toBe(written)
  })
})

describe('past champions from a form', () => {
  const first = { number: 1, season: 'Spring 2020', theme: 'Neon', winners: 'Anna & Ben' }
  const second = { number: 2, season: 'Fall 2020', theme: '', winners: '' }
  const third = { number: 3, season: 'Spring 2021', theme: 'Space', winners: '' }
  const settings = {
    ...defaultSettings,
    editionNumber: 3,
    editionSeason: 'Spring 2021',
    editionTheme: 'Space',
  }
  const cup = { editions: [first, second], settings }

  test('a post may contain only some fields; the rest stay', () => {
    expect(readEditions({}, cup)).toEqual(done([first, second]))
    expect(readEditions({ edition2Winners: ' Carl ', other: 'x' }, cup)).toEqual(
      done([first, { ...second, winners: 'Carl' }]),
    )
    expect(readEditions({ edition1Season: '2020', edition1Theme: 'Jungle' }, cup)).toEqual(
      done([{ ...first, season: '2020', theme: 'Jungle' }, second]),
    )
  })

  test('a line whose fields are emptied stays', () => {
    const fields = { edition1Season: '', edition1Theme: ' ', edition1Winners: '' }
    expect(readEditions(fields, cup)).toEqual(
      done([{ number: 1, season: '', theme: '', winners: '' }, second]),
    )
  })

  test.each([
    ['Season', { season: 'May 2021' }, 'May 2021'],
    ['Theme', { theme: 'Jungle' }, 'Jungle'],
    ['Winners', { winners: 'Dora' }, 'Dora'],
  ])('the current edition joins the list once its %s is entered', (part, line, text) => {
    expect(readEditions({ [`edition3${part}`]: text }, cup)).toEqual(
      done([first, second, { ...third, ...line }]),
    )
  })

  test.each([
    ['all of its fields are empty', { edition3Season: '', edition3Theme: ' ', edition3Winners: '' }],
    ['they say what the settings do', { edition3Season: 'Spring 2021', edition3Theme: 'Space' }],
  ])('the current edition stays off the list if %s', (_what, fields) => {
    expect(readEditions(fields, cup)).toEqual(done([first, second]))
  })

  test('surplus spaces are removed', () => {
    expect(readEditions({ edition2Winners: ' Anna &\u2028  Ben ' }, cup)).toEqual(
      done([first, { ...second, winners: 'Anna & Ben' }]),
    )
  })

  test.each([
    ['season', 'Season', 40],
    ['theme', 'Theme', 80],
    ['winners', 'Winners', 170],
  ])('a %s that is too long is refused', (part, field, most) => {
    expect(readEditions({ [`edition1${field}`]: 'x'.repeat(most) }, cup)).toMatchObject({ ok: true })
    expect(readEditions({ [`edition1${field}`]: 'x'.repeat(most + 1) }, cup)).toEqual({
      ok: false,
      reason: 'bad-setting',
      details: [`Edition 1: ${part} must have at most ${most} characters.`],
    })
  })
})
