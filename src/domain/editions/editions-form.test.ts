import { describe, expect, test } from 'vitest'
import { done } from '../outcome.ts'
import { defaultSettings } from '../settings/settings.ts'
import { editionFields, readEditions } from './editions-form.ts'

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

  test('the list as form fields is read unchanged', () => {
    const fields = editionFields([first, second])
    expect(Object.keys(fields)).toHaveLength(6)
    expect(fields).toMatchObject({ edition1Theme: 'Neon', edition2Season: 'Fall 2020' })
    const blank = { season: '', theme: '', winners: '' }
    const emptied = { ...cup, editions: [first, second].map((line) => ({ ...line, ...blank })) }
    expect(readEditions(fields, emptied)).toEqual(done([first, second]))
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
