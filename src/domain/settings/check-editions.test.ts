import { describe, expect, test } from 'vitest'
import { checkEditions } from './check-editions.ts'
import { defaultEditions } from './past-editions.ts'

describe('past champions', () => {
  const edition = { number: 1, season: 'Spring 2020', theme: '', winners: '' }

  test('are kept in order, without surplus space', () => {
    const second = { ...edition, number: 2, winners: ' Anna &\u2028  Ben ' }
    expect(checkEditions([second, edition])).toEqual({
      ok: true,
      value: [edition, { ...second, winners: 'Anna & Ben' }],
    })
    expect(checkEditions(defaultEditions)).toEqual({ ok: true, value: defaultEditions })
  })

  test.each([
    ['a number that is none', [{ ...edition, number: 0 }], 'Edition number'],
    ['an edition twice', [edition, edition], 'Edition 1: it is listed twice.'],
    ['too long a theme', [{ ...edition, theme: 'x'.repeat(81) }], 'Edition 1: theme'],
  ])('refuse %s', (_what, editions, words) => {
    const outcome = checkEditions(editions)
    expect(outcome).toMatchObject({ ok: false, reason: 'bad-setting' })
    expect(!outcome.ok && outcome.details).toHaveLength(1)
    expect(!outcome.ok && outcome.details[0]).toContain(words)
  })
})
