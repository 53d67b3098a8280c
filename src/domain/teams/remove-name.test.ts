import { describe, expect, test } from 'vitest'
import { type Forgotten, withoutNames, withoutPerson, withoutPlayer } from './remove-name.ts'

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
