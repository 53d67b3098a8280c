import { expect, test } from 'vitest'
import { readExport } from './read-export.ts'

const at = '2025-05-02T21:15:00.000Z'
const team = (fields: object) => ({ teams: { ann: { player1Name: 'Ann', createdAt: at, ...fields } } })

test.each([
  ['ISO text', at, at],
  ['ISO text with another zone', '2025-05-02T23:15:00+02:00', at],
  ['ISO text without a zone, which is UTC', '2025-05-02T21:15:00', at],
  ['a day', '2025-05-02', '2025-05-02T00:00:00.000Z'],
  ['milliseconds', Date.parse(at), at],
  ['seconds and nanoseconds', { seconds: 1746220500, nanoseconds: 123_456_789 }, '2025-05-02T21:15:00.123Z'],
  ['_seconds and _nanoseconds', { _seconds: 1746220500, _nanoseconds: 0 }, at],
  ['a timestamp', { __datatype__: 'timestamp', value: { _seconds: 1746220500, _nanoseconds: 0 } }, at],
  ['a timestamp as text', { __datatype__: 'timestamp', value: at }, at],
])('a date may be %s', (_, createdAt, is) => {
  const { cup, problems } = readExport(team({ createdAt }))
  expect(problems).toEqual([])
  expect(cup.teams[0]?.createdAt).toBe(is)
})

test.each([
  'yesterday',
  '',
  true,
  {},
  { seconds: '1' },
  { seconds: 1e30 },
  { __datatype__: 'geopoint', value: {} },
  Number.MAX_VALUE,
])('%j is no date', (createdAt) => {
  expect(readExport(team({ createdAt })).problems).toEqual(['teams/ann: createdAt is not a date'])
})

test('a team without an approval flag is not approved, and one without a name gets one', () => {
  const { cup } = readExport(team({ teamPhoneNumber: 5550100, player2Name: null }))
  expect(cup.teams).toEqual([
    {
      id: 'ann',
      player1Name: 'Ann',
      player2Name: '',
      teams: '',
      teamPhoneNumber: '5550100',
      teamName: 'Team-ann',
      approved: false,
      createdAt: at,
    },
  ])
})

test('unknown fields are noted once, with their number', () => {
  const { problems, notes } = readExport({
    teams: { a: { shirt: 'M', createdAt: at }, b: { shirt: 'L', createdAt: at }, c: {} },
    system: { current: { tournamentID: null }, other: {} },
    users: { x: {} },
  })
  expect(problems).toEqual([])
  expect(notes).toEqual([
    'the file: the field "users" is not known and was left out',
    'teams/a: the field "shirt" is not known and was left out (2 times)',
    'teams/c: createdAt is missing',
    'system/other: is not known and was left out',
  ])
})

test('a list in place of a collection is reported', () => {
  expect(readExport({ teams: [] }).problems).toEqual([
    'teams: is not a collection: documents by their ids are expected',
  ])
})

test.each([null, 7, [], {}, { entries: {} }, { __collections__: {} }])('%j is not an export', (value) => {
  expect(readExport(value).problems).toEqual([
    'The file has none of the collections teams, tournaments and system.',
  ])
})
