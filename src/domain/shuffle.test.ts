import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shuffle } from './shuffle.ts'

describe('drawing lots', () => {
  test('the same seed draws the same order on every machine, for ever', () => {
    expect(shuffle(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'the cup').join('')).toBe('dcgbhfea')
  })

  test('another seed draws another order', () => {
    const teams = Array.from({ length: 40 }, (_, index) => index)
    const orders = new Set(Array.from({ length: 500 }, (_, seed) => shuffle(teams, `${seed}`).join()))
    expect(orders.size).toBe(500)
  })

  test('every team is drawn once, and the list handed in stays as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), fc.string(), (items, seed) => {
        const before = [...items]
        const drawn = shuffle(items, seed)
        expect([...drawn].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b))
        expect(items).toEqual(before)
      }),
      { numRuns: 100 },
    )
  })

  // Chi-square with 23 degrees of freedom: a fair shuffle exceeds 58 once in 10,000 times, and these seeds are fixed.
  test('all 24 orders of four teams come up equally often', () => {
    const rounds = 24_000
    const counts = new Map<string, number>()
    for (let seed = 0; seed < rounds; seed += 1) {
      const order = shuffle(['a', 'b', 'c', 'd'], `seed-${seed}`).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    const expected = rounds / 24
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(counts.size).toBe(24)
    expect(chiSquare).toBeLessThan(58)
  })

  // 31 degrees of freedom: 70 is exceeded once in 10,000 times.
  test('the first team of 32 ends up in every place equally often', () => {
    const teams = Array.from({ length: 32 }, (_, index) => index)
    const places = new Array<number>(32).fill(0)
    for (let seed = 0; seed < 6_400; seed += 1) {
      const place = shuffle(teams, `${seed}`).indexOf(0)
      places[place] = (places[place] ?? 0) + 1
    }
    expect(places.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)).toBeLessThan(70)
  })
})
