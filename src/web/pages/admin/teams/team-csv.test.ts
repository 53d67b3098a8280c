import { expect, test } from 'vitest'
import { entryOf } from '../../../../../tests/support/draws.ts'
import { shapeOf } from '../../../../domain/teams/team-import.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { previewList, teamsCsv } from './team-csv.ts'

const team = (player1Name: string, more: Partial<OrganiserTeam> = {}): OrganiserTeam => ({
  ...entryOf(player1Name),
  teamPhoneNumber: `+41 79 555 00 ${player1Name.length}`,
  removed: false,
  ...more,
})

test('duplicates and look-alikes are marked, and a row that cannot be imported says why', () => {
  const text = 'Player 1,Phone\nAnn,079 1\nann,079 2222222\nBob,079 3\nBob,079 3\n,079 4'
  const { rows } = previewList(text, undefined, [team('Ann', { teamPhoneNumber: '079 1' })])
  expect(
    rows.map(({ form, notes, isDouble, problem }) => [form.player1Name, isDouble, notes[0] ?? problem]),
  ).toEqual([
    ['Ann', true, 'Already on the list'],
    ['ann', false, 'Same names: Ann'],
    ['Bob', false, undefined],
    ['Bob', true, 'Already on the list'],
    ['', false, 'Missing: Player 1 Name'],
  ])
})

test('columns are read as the organiser has set them', () => {
  const text = 'Ann,Bob,079 1'
  const shape = shapeOf(['player2Name', 'player1Name', 'teamPhoneNumber'], false)
  const { rows, names } = previewList(text, shape, [])
  expect(rows[0]?.form).toEqual({
    player1Name: 'Bob',
    player2Name: 'Ann',
    teams: '',
    teamPhoneNumber: '079 1',
  })
  expect(names).toEqual(['Ann', 'Bob', '079 1'])
})

test('an exported list is imported unchanged', () => {
  const teams = [
    team('Ann, "the" Ace', { player2Name: '=Bob', teams: 'Lions; Bears' }),
    team('Zoë', { teamPhoneNumber: '-1' }),
  ]
  const { rows } = previewList(teamsCsv(teams), undefined, [])
  expect(rows.map(({ form }) => form)).toEqual(
    teams.map(({ player1Name, player2Name, teams, teamPhoneNumber }) => ({
      player1Name,
      player2Name,
      teams,
      teamPhoneNumber,
    })),
  )
})

test('an export has the columns of Team Approval, and no formula', () => {
  expect(teamsCsv([team('=Ann')])).toBe(
    "Player 1,Player 2,Team(s),Contact,Status,Registered\r\n'=Ann,,,'+41 79 555 00 4,Approved,2025-05-02T21:15:00.000Z\r\n",
  )
})
