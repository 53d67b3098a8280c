import { describe, expect, test } from 'vitest'
import { parseCsv } from '../csv.ts'
import { formKey, guessShape, readList, shapeOf } from './team-import.ts'

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
    [
      'without a heading, with when and by whom it was sent',
      '4/4/2025 19:00:01,a@b.c,Ann,079 123 45 67',
      ['', '', 'player1Name', 'teamPhoneNumber'],
      false,
    ],
    [
      'without a heading, with a club that is called one',
      'Ann,Bob,Lions Club,079 123 45 67\nCid,Dora,Bears,079 123 45 68',
      ['player1Name', 'player2Name', 'teams', 'teamPhoneNumber'],
      false,
    ],
    [
      'with more texts than a team has',
      'Ann,Bob,Lions,vegetarian,079 123 45 67',
      ['player1Name', 'player2Name', 'teams', '', 'teamPhoneNumber'],
      false,
    ],
    [
      'with a second phone number',
      'Ann,079 123 45 67,079 123 45 68',
      ['player1Name', 'teamPhoneNumber', ''],
      false,
    ],
    [
      'with two headings for one thing',
      'Player 1,Mobile,Contact person\nAnn,079 123 45 67,Zoe',
      ['player1Name', 'teamPhoneNumber', ''],
      true,
    ],
    [
      'with a row that is longer than the heading',
      'Player 1,Phone\nAnn,079 123 45 67,Lions',
      ['player1Name', 'teamPhoneNumber', ''],
      true,
    ],
    ['with rows that end early', 'Ann,079 123 45 67\nBob', ['player1Name', 'teamPhoneNumber'], false],
    [
      'with a number in a few rows',
      'Ann,079 123 45 67,Bob\nCid,,Dora\nEmil,,Fay',
      ['player1Name', 'teamPhoneNumber', 'player2Name'],
      false,
    ],
    [
      'with signs of an address in half of the rows',
      'Ann,Lions,079 123 45 67\nBob,@home,079 123 45 68',
      ['player1Name', 'player2Name', 'teamPhoneNumber'],
      false,
    ],
    [
      'with a heading for the phone alone',
      'Remarks,Who,Food,Phone\n,Ann,vegetarian,079 123 45 67',
      ['', 'player1Name', '', 'teamPhoneNumber'],
      true,
    ],
    [
      'with a heading for the player alone',
      'Player 1,Where to reach you\nAnn,079 123 45 67',
      ['player1Name', 'teamPhoneNumber'],
      true,
    ],
    ['with nothing in it', '', [], false],
  ])('are guessed: %s', (_what, text, columns, hasHeading) => {
    expect(columnsOf(text)).toEqual({ columns, hasHeading })
  })

  test.each([
    ['Player 1', 'player1Name'],
    ['Spieler Nr. 1', 'player1Name'],
    ['Captain', 'player1Name'],
    ['Name', 'player1Name'],
    ['Your name', 'player1Name'],
    ['Spieler Nr. 2', 'player2Name'],
    ['Team name', 'teams'],
    ['Name of your club', 'teams'],
  ])('are guessed by a heading: %s is %s', (heading, column) => {
    const { columns } = columnsOf(`Remarks,${heading},Captain,Phone\nvegetarian,Ann,Bob,079 123 45 67`)
    expect(columns[1]).toBe(column)
  })

  const [asPhone, asText, asNothing] = ['teamPhoneNumber', 'player2Name', '']
  test.each([
    ['079 123 45 67', asPhone],
    ["'079 123 45 67", asPhone],
    ['(079) 123-45-67', asPhone],
    ['+(41) 79 123 45 67', asPhone],
    ['079.12.34.567', asPhone],
    ['079-12-34-567', asPhone],
    ['01/23/45/67/89', asPhone],
    ['+ 41 79 123 45 67', asPhone],
    ['1234', asText],
    ['Lions 20000', asText],
    ['Lions-20000', asText],
    ['20000 Lions', asText],
    ['Lions 1:0', asText],
    ['Lions since 1.10.2001', asText],
    ['2025-04-04', asNothing],
    ['04.04.2025', asNothing],
    ['4/4/25', asNothing],
    ['2025-04-04T19', asNothing],
    ['19:00', asNothing],
    ['ann@example.org', asNothing],
  ])('are guessed by a cell: %j is %j', (cell, column) => {
    expect(columnsOf(`Ann,${cell}`)).toEqual({ columns: ['player1Name', column], hasHeading: false })
  })
})

test('reads each team of a list, with its error', () => {
  const rows = parseCsv(`Player 1,Phone\nAnn  Lee,'+41 79\n,079\nBob,\n${'x'.repeat(81)},079`)
  expect(readList(rows, guessShape(rows))).toEqual([
    { row: 0, form: { player1Name: 'Ann Lee', player2Name: '', teams: '', teamPhoneNumber: '+41 79' } },
    expect.objectContaining({ row: 1, problem: 'Missing: Player 1 Name' }),
    expect.objectContaining({ row: 2, problem: 'Missing: Team Phone Number' }),
    expect.objectContaining({ row: 3, problem: 'Too long: Player 1 Name' }),
  ])
})

test('reads columns in any order, and skips some', () => {
  const rows = [['Lions', 'vegetarian', '079', 'Bob', 'Ann']]
  const columns = ['teams', '', 'teamPhoneNumber', 'player2Name', 'player1Name'] as const
  expect(readList(rows, { columns, hasHeading: false })).toEqual([
    { row: 0, form: { player1Name: 'Ann', player2Name: 'Bob', teams: 'Lions', teamPhoneNumber: '079' } },
  ])
})

test('fields without a column are empty', () => {
  const rows = [['vegetarian', 'Ann', '079']]
  expect(readList(rows, { columns: ['', 'player1Name', 'teamPhoneNumber'], hasHeading: false })).toEqual([
    { row: 0, form: { player1Name: 'Ann', player2Name: '', teams: '', teamPhoneNumber: '079' } },
  ])
})

test.each([
  ['two fields are empty', ['', ''], 'Missing: Player 1 Name, Team Phone Number'],
  ['a name has control characters', ['A\u0007nn', '079'], 'Cannot be used: Player 1 Name'],
])('a team cannot be entered when %s', (_what, cells, problem) => {
  const shape = { columns: ['player1Name', 'teamPhoneNumber'], hasHeading: false } as const
  expect(readList([cells], shape)).toMatchObject([{ row: 0, problem }])
})

test('columns are taken from a form, without those that are no field', () => {
  const columns = ['player2Name', 'constructor', '']
  expect(shapeOf(columns, true)).toEqual({ columns: ['player2Name', '', ''], hasHeading: true })
  expect(shapeOf([], true)).toBeUndefined()
})

test('two entries are duplicates if all four fields are equal', () => {
  const form = { player1Name: 'Ann', player2Name: 'Bob', teams: 'Lions', teamPhoneNumber: '079' }
  expect(formKey({ ...form })).toBe(formKey(form))
  const others = Object.keys(form).map((field) => formKey({ ...form, [field]: 'other' }))
  expect(new Set([formKey(form), ...others]).size).toBe(5)
})
