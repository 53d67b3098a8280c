import { describe, expect, test } from 'vitest'
import { drawOfNames, won } from '../../../tests/support/draws.ts'
import type { Draw, Settings } from '../cup.ts'
import { defaultSettings } from '../settings/settings.ts'
import { cupHeadline } from './cup-headline.ts'

function headlineOf(draw: Draw | undefined, teams = 0, settings: Partial<Settings> = {}) {
  const entries = Array.from({ length: teams }, (_, index) => ({
    id: `t${index}`,
    player1Name: 'Ann',
    player2Name: '',
    teams: '',
    teamName: '',
    approved: true,
    createdAt: '',
  }))
  const view = { settings: { ...defaultSettings, ...settings }, entries, ...(draw && { draw }) }
  const { heading, line } = cupHeadline(view, new Date('2025-05-02T20:00:00Z'))
  return [heading, line]
}

describe('what a messenger says of the cup', () => {
  const four = drawOfNames('a b c d')

  test('before the draw: whether one can register, and how many have', () => {
    expect(headlineOf(undefined, 0, { registration: 'open' })).toEqual(['Registration is open', ''])
    expect(headlineOf(undefined, 26, { registration: 'open' })).toEqual(['Registration is open', '26 teams'])
    const registrationClosesAt = '2025-05-02T19:00:00Z'
    expect(headlineOf(undefined, 1, { registration: 'open', registrationClosesAt })).toEqual([
      'Registration is closed',
      '1 team',
    ])
  })

  test('during the night: which round, and how far it is', () => {
    expect(headlineOf(four)).toEqual(['The draw is made', '4 teams'])
    expect(headlineOf(won(four, 'a'))).toEqual(['Semi Finals', '1 of 2 played · 4 teams'])
    expect(headlineOf(won(four, 'a', 'd'))).toEqual(['Grand Finals', '0 of 1 played · 4 teams'])
  })

  test('after it: the champions', () => {
    expect(headlineOf(won(four, 'a', 'd', 'd'))).toEqual(['Champions', 'd'])
  })

  test('of one team alone: the draw, and no champion', () => {
    expect(headlineOf(drawOfNames('a'))).toEqual(['The draw is made', '1 team'])
  })
})
