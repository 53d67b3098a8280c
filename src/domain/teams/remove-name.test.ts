import { describe, expect, test } from 'vitest'
import { type Forgotten, playerName, withoutNames, withoutPerson, withoutPlayer } from './remove-name.ts'

const ann: Forgotten = { teamId: 'team1', player: 1, edition: 11, names: ['Ann Lee', 'An Lee'] }

describe('erasing a name', () => {
  test('keeps other words, and names that only begin with it', () => {
    expect(withoutNames('Ann, Bob beat Annika, Cid.', ['Ann'])).toBe('Name removed, Bob beat Annika, Cid.')
    expect(withoutNames('Ann (the A.) registered.', ['Ann (the A.)'])).toBe('Name removed registered.')
    expect(withoutNames('Žofie a Žofie', ['Žofie'])).toBe('Name removed a Name removed')
  })

  test('erases every spelling of the name', () => {
    expect(withoutNames('An Lee: now called Ann Lee.', ann.names)).toBe(
      'Name removed: now called Name removed.',
    )
  })
})

test('an entry keeps the partner, and loses the name, the phone number and its other spellings', () => {
  const team = {
    id: 'team1',
    player1Name: 'Ann Lee',
    player2Name: 'Bob',
    teamPhoneNumber: '079',
    correctedFrom: 'An Lee, Bob',
    correction: { player1Name: 'Anne Lee', player2Name: 'Bob', teams: '' },
  }
  expect(withoutPlayer(team, 1)).toEqual({
    id: 'team1',
    player1Name: 'Name removed',
    player2Name: 'Bob',
    teamPhoneNumber: '',
  })
})

test('either player can be erased; an empty name stays empty', () => {
  const pair = { player1Name: 'Ann Lee', player2Name: 'Bob' }
  expect([playerName(pair, 1), playerName(pair, 2)]).toEqual(['Ann Lee', 'Bob'])
  expect(withoutPlayer(pair, 2)).toEqual({ player1Name: 'Ann Lee', player2Name: 'Name removed' })
  const alone = { player1Name: 'Ann Lee', player2Name: '' }
  expect(withoutPlayer(alone, 2)).toEqual(alone)
})

test('journal data loses the person only in that team and in its edition’s champions', () => {
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
  ['Ann & Ann Lee', 'Name removed & Ann Lee'],
  ['Bob Lee and Ann', 'Bob Lee and Name removed'],
  ['Ann und Bob', 'Name removed und Bob'],
  ['Ann (captain), Bob', 'Name removed (captain), Bob'],
])('from the champions %j one player is erased', (winners, left) => {
  const who = { ...ann, names: ['Ann'] }
  expect(withoutPerson({ number: 11, winners }, who)).toEqual({ number: 11, winners: left })
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
])('journal data is not changed: %s', (_what, kept) => {
  expect(withoutPerson(kept, ann)).toStrictEqual(kept)
})
