import { describe, expect, test } from 'vitest'
import { drawOfNames, entryOf, won } from '../../../tests/support/draws.ts'
import { BYE, TBD } from '../cup.ts'
import {
  defaultTeamName,
  displayName,
  drawTeamOf,
  entryName,
  idOfName,
  isNameAlone,
  nameSeparator,
  playersOf,
  resultText,
  sideLabel,
  sideName,
} from './names.ts'
import { correctedName } from './team-form.ts'

describe('the names of a team', () => {
  test('its players are those who have a name', () => {
    expect(playersOf({ player1Name: 'Anna', player2Name: 'Ben' })).toEqual(['Anna', 'Ben'])
    expect(playersOf({ player1Name: 'Anna', player2Name: '' })).toEqual(['Anna'])
    expect(playersOf({ player1Name: ' ', player2Name: ' Ben ' })).toEqual(['Ben'])
  })

  test('it is displayed as its first player', () => {
    expect(displayName({ player1Name: 'Anna' })).toBe('Anna')
    expect(displayName({ player1Name: ' Anna ' })).toBe('Anna')
    expect(displayName({ player1Name: '' })).toBe('Unknown Player')
    expect(displayName({ player1Name: ' ' })).toBe('Unknown Player')
    expect(drawTeamOf({ player1Name: '', player2Name: 'Ben' })).toEqual({
      name: 'Unknown Player',
      players: ['Ben'],
    })
  })

  test.each([
    ['Anna', 'Ben', 'Anna, Ben'],
    ['Anna', '', 'Anna'],
    ['', '', 'Team-k3v9x0aw'],
  ])('an entry of %j and %j is called %s', (player1Name, player2Name, name) => {
    const teamName = 'Team-k3v9x0aw'
    expect(entryName(entryOf('t1', { player1Name, player2Name, teamName }))).toBe(name)
  })

  test('a team without a name is called by the first 8 characters of a random id', () => {
    expect(defaultTeamName('k3v9x0aw7q2m')).toBe('Team-k3v9x0aw')
  })
})

test.each(['Anna & Ben', 'Anna, Ben', 'Anna and Ben', 'Anna AND Ben', 'Anna/Ben'])(
  '%j names two players',
  (text) => {
    expect(text.split(nameSeparator).map((name) => name.trim())).toEqual(['Anna', 'Ben'])
  },
)

test.each(['Brandon', 'Anna Anderson', 'Roland Ray'])('%j names one player', (text) => {
  expect(text.split(nameSeparator)).toEqual([text])
})

test('a team that is only a name is told from a registered one', () => {
  expect(isNameAlone(idOfName('Anna, Ben'))).toBe(true)
  expect(idOfName('Anna, Ben')).not.toBe(idOfName('Ben, Anna'))
  expect(isNameAlone('k3v9x0aw')).toBe(false)
})

describe('a side of the draw', () => {
  const teams = {
    pair: { name: 'Anna', players: ['Anna', 'Ben'] },
    nobody: { name: 'Unknown Player', players: [] },
  }

  test.each([
    ['pair', 'Anna, Ben'],
    ['nobody', 'Unknown Player'],
    ['a team the draw does not know', 'Unknown Player'],
    [BYE, 'BYE'],
    [TBD, 'TBD'],
  ])('%s is labelled %s', (side, label) => {
    expect(sideLabel(teams, side)).toBe(label)
  })

  test('is named by its first player in the spec’s sentences', () => {
    expect([sideName(teams, 'pair'), sideName(teams, TBD), sideName(teams, '?')]).toEqual([
      'Anna',
      'TBD',
      'Unknown Player',
    ])
  })

  test('a result has its round and players', () => {
    const draw = won(drawOfNames('a b c d'), 'b')
    const [played, open] = draw.rounds[0]?.matches ?? []
    expect(played && resultText(draw, played)).toBe('Semi Finals: b beat a')
    expect(played && resultText(draw, { ...played, winner: 1 })).toBe('Semi Finals: a beat b')
    expect(played && resultText(draw, { ...played, walkover: true })).toBe(
      'Semi Finals: b had a walkover against a',
    )
    expect(open && resultText(draw, open)).toBe('Semi Finals: c vs d')
    expect(played && resultText(draw, { ...played, sides: [TBD, 'b'] })).toBe('Semi Finals: b goes through')
    expect(played && resultText(draw, { ...played, sides: [BYE, 'b'] })).toBe('Semi Finals: b goes through')
  })

  test('a result of a round without a name has its number', () => {
    const draw = won(drawOfNames('a b c d'), 'a', 'c', 'a')
    const [final] = draw.rounds[1]?.matches ?? []
    expect(final && resultText({ ...draw, rounds: [] }, final)).toBe('Round 2: a beat c')
  })
})

test.each([
  ['other names', { player1Name: 'Mia', player2Name: 'Ben', teams: 'Lions' }, 'Mia, Ben'],
  ['another team', { player1Name: 'Maya', player2Name: '', teams: 'Tigers' }, 'Maya (Tigers)'],
  ['no team any more', { player1Name: 'Mia', player2Name: '', teams: '' }, 'Mia (no team)'],
])('a team asks for %s', (_what, correction, words) => {
  const entry = entryOf('Maya', { player2Name: 'Ben', teams: 'Lions' })
  expect(correctedName(entry, correction)).toBe(words)
})
