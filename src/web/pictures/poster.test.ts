import { describe, expect, test } from 'vitest'
import { drawOfNames, gone, won } from '../../../tests/support/draws.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { posterOf } from './poster.ts'
import { wrapped } from './share-picture.ts'

const settings = { ...defaultSettings, editionTitle: 'The Cup N11', editionSeason: 'Spring 2025' }
const semis = won(drawOfNames('a b c d'), 'a', 'd')
const final = won(semis, 'd')

describe('the words of a picture', () => {
  test('of a result: who beat whom, in which round', () => {
    const match = semis.rounds[0]?.matches[0]
    if (!match) throw new Error('no match')
    expect(posterOf({ kind: 'match', draw: semis, settings, match })).toEqual({
      title: 'The Cup N11',
      heading: 'Semi Finals',
      names: ['a'],
      lines: [{ lead: 'beat', names: ['b'] }],
      foot: 'Spring 2025',
    })
  })

  test('of the final: it names the champions', () => {
    const match = final.rounds[1]?.matches[0]
    if (!match) throw new Error('no match')
    expect(posterOf({ kind: 'match', draw: final, settings, match })).toMatchObject({
      heading: 'Champions',
      names: ['d'],
      lines: [{ lead: 'beat', names: ['a'] }],
    })
  })

  test('of a team’s path: a walkover is no win over anybody, and an opponent to come is not shown', () => {
    const draw = gone(drawOfNames('a b c d'), 'b')
    const linesOf = (team: string) => posterOf({ kind: 'path', draw, settings, team }).lines
    expect(linesOf('a')).toEqual([{ lead: 'Semi Finals: walkover against', names: ['b'] }])
    expect(linesOf('b')).toEqual([{ lead: 'Semi Finals: walkover for', names: ['a'] }])
  })

  test('of a team’s path: each match, also the one it lost or has yet to play', () => {
    const pathOf = (draw: typeof semis, team: string) => posterOf({ kind: 'path', draw, settings, team })
    expect(pathOf(semis, 'd')).toMatchObject({
      heading: 'The way so far',
      lines: [
        { lead: 'Semi Finals: beat', names: ['c'] },
        { lead: 'Grand Finals: against', names: ['a'] },
      ],
    })
    expect(pathOf(final, 'a').lines.at(-1)).toEqual({ lead: 'Grand Finals: lost to', names: ['d'] })
    expect(pathOf(final, 'd').heading).toBe('Champions')
  })

  test('of past champions: season and theme below, if known', () => {
    const champions = {
      kind: 'champions',
      title: 'The Cup N3',
      names: ['Anna', 'Ben'],
      season: 'Spring 2021',
    } as const
    expect(posterOf({ ...champions, theme: 'Togas' }).foot).toBe('Spring 2021 · Togas')
    expect(posterOf({ ...champions, theme: '' }).foot).toBe('Spring 2021')
  })
})

describe('a name too long for a line', () => {
  const lines = (text: string, room: number) => wrapped(text, (line) => [...line].length, room)

  test('wraps between words, and within one only if it must', () => {
    expect(lines('Anna Maria Berg', 10)).toEqual(['Anna Maria', 'Berg'])
    expect(lines('Donaudampfschiff Jo', 10)).toEqual(['Donaudampf', 'schiff Jo'])
  })

  test('is never broken inside an emoji of several parts', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(lines(family.repeat(3), 8)).toEqual([family, family, family])
  })
})
