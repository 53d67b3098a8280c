import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Edition } from '../cup.ts'
import { removedName } from '../teams/names.ts'
import { finalOf, hallOfFame, winnersOf } from './hall-of-fame.ts'

const edition = (number: number, winners: string): Edition => ({ number, season: '', theme: '', winners })

test.each([
  ['Anna & Ben', ['Anna', 'Ben']],
  ['Anna, Ben', ['Anna', 'Ben']],
  ['Anna and Ben', ['Anna', 'Ben']],
  ['Anna  AND  Ben', ['Anna', 'Ben']],
  ['Anna / Ben', ['Anna', 'Ben']],
  ['Sandy Brand & Ferdinand Anders', ['Sandy Brand', 'Ferdinand Anders']],
  ['Anna', ['Anna']],
  ['Anna, Anna', ['Anna']],
  ['', []],
  [' , & ', []],
])('winners written as %j are %j', (written, names) => {
  expect(winnersOf({ winners: written }, undefined)).toEqual(names)
})

describe('the hall of fame', () => {
  test('counts a player’s titles across partners', () => {
    const editions = [edition(1, 'Anna & Ben'), edition(2, 'Carl, Anna'), edition(3, '')]
    expect(hallOfFame(editions, [])).toEqual([
      { player: 'Anna', titles: [1, 2], finals: [1, 2] },
      { player: 'Ben', titles: [1], finals: [1] },
      { player: 'Carl', titles: [2], finals: [2] },
    ])
  })

  test('counts a lost final if its draw is stored', () => {
    const finals = [{ edition: 2, winners: ['Anna', 'Ben'], losers: ['Carl', 'Dora'] }]
    expect(hallOfFame([edition(1, 'Carl')], finals)).toEqual([
      { player: 'Carl', titles: [1], finals: [1, 2] },
      { player: 'Anna', titles: [2], finals: [2] },
      { player: 'Ben', titles: [2], finals: [2] },
      { player: 'Dora', titles: [], finals: [2] },
    ])
  })

  test('trusts an organiser’s text, and counts no champion twice', () => {
    const finals = [{ edition: 2, winners: ['Anna Berg', 'Ben Costa'], losers: ['Carl'] }]
    expect(hallOfFame([edition(2, 'Anna B. & Ben C.')], finals).map(({ player }) => player)).toEqual([
      'Anna B.',
      'Ben C.',
      'Carl',
    ])
  })

  test('counts a player whose name contains a comma once, on the night and once it is stored', () => {
    const finals = [{ edition: 2, winners: ['Costa, Ben', 'Anna'], losers: ['Carl, jr.'] }]
    for (const winners of ['', 'Costa, Ben, Anna'])
      expect(hallOfFame([edition(2, winners)], finals).map(({ player }) => player)).toEqual([
        'Anna',
        'Costa, Ben',
        'Carl, jr.',
      ])
  })

  test('treats similar names as different players', () => {
    const players = hallOfFame([edition(1, 'José'), edition(2, 'Jose'), edition(3, 'jose')], [])
    expect(players.map(({ player }) => player)).toEqual(['Jose', 'José', 'jose'])
  })

  test('lists titles and finals in the order they were played', () => {
    const finals = [{ edition: 1, winners: ['Ben'], losers: ['Anna'] }]
    expect(hallOfFame([edition(10, 'Anna'), edition(9, 'Anna'), edition(2, 'Anna')], finals)).toEqual([
      { player: 'Anna', titles: [2, 9, 10], finals: [1, 2, 9, 10] },
      { player: 'Ben', titles: [1], finals: [1] },
    ])
  })

  test('leaves out erased names', () => {
    const finals = [{ edition: 1, winners: ['Anna', removedName], losers: [removedName, 'Ben'] }]
    expect(hallOfFame([edition(2, removedName)], finals).map(({ player }) => player)).toEqual(['Anna', 'Ben'])
  })

  test('is empty without records', () => {
    expect(hallOfFame([edition(1, ''), edition(2, '')], [])).toEqual([])
  })

  test('counts a final for every title, and lists only recorded players', () => {
    const name = fc.constantFrom('Anna', 'Ben', 'Carl', 'Dora')
    const winners = fc.uniqueArray(name, { maxLength: 2 })
    fc.assert(
      fc.property(fc.array(winners, { maxLength: 8 }), (nights) => {
        const editions = nights.map((names, index) => edition(index + 1, names.join(' & ')))
        const fame = hallOfFame(editions, [])
        for (const { titles, finals } of fame) expect(finals).toEqual(expect.arrayContaining([...titles]))
        expect(fame.flatMap(({ titles }) => titles).length).toBe(nights.flat().length)
      }),
    )
  })
})

describe('the final of a draw', () => {
  const teams = {
    a: { name: 'Anna', players: ['Anna', 'Ben'] },
    b: { name: 'Carl', players: ['Carl'] },
  }
  const final = { id: '1-x', round: 0, index: 0, revision: 1 }
  const drawOf = (match: object) => ({
    edition: 11,
    teams,
    rounds: [{ name: 'Grand Finals', matches: [{ ...final, sides: ['a', 'b'] as const, ...match }] }],
  })

  test('has winners and losers once it is won', () => {
    expect(finalOf(drawOf({ winner: 2 }))).toEqual({
      edition: 11,
      winners: ['Carl'],
      losers: ['Anna', 'Ben'],
    })
    expect(finalOf(drawOf({ winner: 1 }))).toEqual({
      edition: 11,
      winners: ['Anna', 'Ben'],
      losers: ['Carl'],
    })
    expect(finalOf(drawOf({}))).toBeUndefined()
    expect(finalOf(drawOf({ sides: ['a', 'BYE'], winner: 1 }))).toBeUndefined()
    expect(finalOf({ edition: 11, teams, rounds: [] })).toBeUndefined()
  })
})
