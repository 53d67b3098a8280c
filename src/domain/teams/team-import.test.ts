import { describe, expect, test } from 'vitest'
import { parseCsv } from '../csv.ts'
import { guessShape, readList } from './team-import.ts'

const columnsOf = (text: string) => guessShape(parseCsv(text))

describe('the columns of a list', () => {
  test.each([
    [
      'of a form tool',
      'Timestamp,Email,Player 1 Name,Player 2 Name,Team(s),Team Phone Number\n4/4/2025 19:00:01,a@b.c,Ann,Bob,Lions,079 123 45 67',
      ['', '', 'player1Name', 'player2Name', 'teams', 'teamPhoneNumber'],
      true,
    ],
    [
      'of our own export',
      'Player 1,Player 2,Team(s),Contact,Status,Registered\nAnn,,,079 123 45 67,Pending,2025-04-04T19:00:00.000Z',
      ['player1Name', 'player2Name', 'teams', 'teamPhoneNumber', '', ''],
      true,
    ],
    [
      'in another order and language',
      'Handy;Spieler 2;Spieler 1\n079 123 45 67;Bob;Ann',
      ['teamPhoneNumber', 'player2Name', 'player1Name'],
      true,
    ],
    [
      'with a captain and a partner',
      'Captain,Partner,Mobile\nAnn,Bob,1',
      ['player1Name', 'player2Name', 'teamPhoneNumber'],
      true,
    ],
    [
      'without a heading',
      'Ann\tBob\t+41 79 123 45 67\nCid\t\t0791234568',
      ['player1Name', 'player2Name', 'teamPhoneNumber'],
      false,
    ],
    ['with nothing in it', '', [], false],
  ])('are guessed: %s', (_what, text, columns, hasHeading) => {
    expect(columnsOf(text)).toEqual({ columns, hasHeading })
  })
})

test('each team of a list is read, and what is wrong with it is said', () => {
  const rows = parseCsv(`Player 1,Phone\nAnn  Lee,'+41 79\n,079\nBob,\n${'x'.repeat(81)},079`)
  expect(readList(rows, guessShape(rows))).toEqual([
    { row: 0, form: { player1Name: 'Ann Lee', player2Name: '', teams: '', teamPhoneNumber: '+41 79' } },
    expect.objectContaining({ row: 1, problem: 'Missing: Player 1 Name' }),
    expect.objectContaining({ row: 2, problem: 'Missing: Team Phone Number' }),
    expect.objectContaining({ row: 3, problem: 'Too long: Player 1 Name' }),
  ])
})
