import { describe, expect, test } from 'vitest'
import { type Forgotten, playerName, withoutNames, withoutPerson, withoutPlayer } from './remove-name.ts'

const ann: Forgotten = { teamId: 'team1', player: 1, edition: 11, names: ['Ann Lee', 'An Lee'] }

describe('a sentence without a name', () => {
  test('keeps its other words, and names that only begin alike', () => {
    expect(withoutNames('Ann, Bob beat Annika, Cid.', ['Ann'])).toBe('Name removed, Bob beat Annika, Cid.')
    expect(withoutNames('Ann (the A.) registered.', ['Ann (the A.)'])).toBe('Name removed registered.')
    expect(withoutNames('Žofie a Žofie', ['Žofie'])).toBe('Name removed a Name removed')
  })

  test('loses every name the person had', () => {
    expect(withoutNames('An Lee: now called Ann Lee.', ann.names)).toBe(
      'Name removed: now called Name removed.',
    )
  })
})

test('an entry keeps the partner, and loses name, phone number and what it was called before', () => {
  const team = {
    id: 'team1',
    player1Name: 'Ann Lee',
    player2Name: 'Bob',
    teamPhoneNumber: '079',
    correctedFrom: 'An Lee, Bob',
  }
  expect(withoutPlayer(team, 1)).toEqual({
    id: 'team1',
    player1Name: 'Name removed',
    player2Name: 'Bob',
    teamPhoneNumber: '',
  })
})

test('either player can be removed, and where there is none there was no name', () => {
  const pair = { player1Name: 'Ann Lee', player2Name: 'Bob' }
  expect([playerName(pair, 1), playerName(pair, 2)]).toEqual(['Ann Lee', 'Bob'])
  expect(withoutPlayer(pair, 2)).toEqual({ player1Name: 'Ann Lee', player2Name: 'Name removed' })
  const alone = { player1Name: 'Ann Lee', player2Name: '' }
  expect(withoutPlayer(alone, 2)).toEqual(alone)
})

test('what the journal keeps loses the person where it names that team or its edition’s champions, and nowhere else', () => {
  const other = { id: 'team2', player1Name: 'Ann Lee', player2Name: '' }
  const kept = {
    teams: [{ id: 'team1', player1Name: 'Ann Lee', player2Name: 'Bob', teamPhoneNumber: '079' }, other],
    draw: { teams: { team1: { name: 'An Lee', players: ['An Lee', 'Bob'] }, team2: other } },
    editions: [
      { number: 10, winners: 'Ann Lee & Cid' },
      { number: 11, winners: 'Ann Lee & Bob' },
    ],
    sides: ['team1', 'team2'],
  }
  expect(withoutPerson(kept, ann)).toEqual({
    teams: [{ id: 'team1', player1Name: 'Name removed', player2Name: 'Bob', teamPhoneNumber: '' }, other],
    draw: { teams: { team1: { name: 'Name removed', players: ['Name removed', 'Bob'] }, team2: other } },
    editions: [
      { number: 10, winners: 'Ann Lee & Cid' },
      { number: 11, winners: 'Name removed & Bob' },
    ],
    sides: ['team1', 'team2'],
  })
})

test.each([
  ['nothing', null],
  ['a value that was cleared', { before: null }],
  ['what has the id of the team and no players', { id: 'team1', approved: true }],
  ['what has the number of the edition and no champions', { number: 11, theme: 'Retro' }],
  [
    'another team of the draw whose player is called alike',
    { team2: { name: 'Ann Lee', players: ['Ann Lee'] } },
  ],
  ['when the team came', { team1: '2025-05-02T19:00:00.000Z' }],
  ['a team that is no more', { team1: null }],
  ['a team by its name alone', { team1: { name: 'Lions' } }],
  ['a team by its size alone', { team1: { players: 2 } }],
])('what the journal keeps stays as it is: %s', (_what, kept) => {
  expect(withoutPerson(kept, ann)).toStrictEqual(kept)
})
