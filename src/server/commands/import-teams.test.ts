import { beforeEach, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { anna, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { maxRegistrations } from '../../domain/teams/registration.ts'

let cup: OpenCup
beforeEach(async () => {
  cup = await openCup()
})

const names = async () => (await cup.app.publicView()).entries.map(({ player1Name }) => player1Name)
const list = (...players: string[]) => ({ teams: players.map((name) => teamForm(name)) })

test('a list is entered in order, pending, also while registration is closed, and can be taken back as a whole', async () => {
  const entered = mustDo(await cup.app.importTeams(list('Zoe', 'Ann', 'Bob'), anna))
  expect(entered.message).toBe('3 teams imported: Zoe; Ann; Bob.')
  expect(await names()).toEqual(['Zoe', 'Ann', 'Bob'])
  expect((await cup.app.publicView()).entries.some(({ approved }) => approved)).toBe(false)

  const back = mustDo(await cup.app.takeBack({ revision: entered.revision }, anna))
  expect(await names()).toEqual([])
  expect((await cup.app.teamsForOrganiser(anna)).map(({ removed }) => removed)).toEqual([true, true, true])
  mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
  expect(await names()).toEqual(['Zoe', 'Ann', 'Bob'])
})

test('duplicates are entered once; a removed team can be entered again', async () => {
  mustDo(await cup.app.importTeams(list('Ann', 'Bob', 'Ann'), anna))
  mustDo(await cup.app.importTeams(list('Bob', 'Cid'), anna))
  expect(await names()).toEqual(['Ann', 'Bob', 'Cid'])
  expect(mustDo(await cup.app.importTeams(list('Cid'), anna))).toMatchObject({
    unchanged: true,
    message: 'Every team in the list is already entered.',
  })
  const cid = (await cup.app.publicView()).entries[2]?.id ?? ''
  mustDo(await cup.app.removeTeams({ teamIds: [cid] }, anna))
  mustDo(await cup.app.importTeams(list('Cid'), anna))
  expect(await names()).toEqual(['Ann', 'Bob', 'Cid'])
})

test('nothing is entered with one invalid row, or one too many', async () => {
  expect(await cup.app.importTeams({ teams: [teamForm('Ann'), teamForm('')] }, anna)).toMatchObject({
    reason: 'missing-fields',
  })
  const tooMany = Array.from({ length: maxRegistrations + 1 }, (_, nth) => `Team ${nth}`)
  expect(await cup.app.importTeams(list(...tooMany), anna)).toMatchObject({ reason: 'registration-full' })
  expect(await names()).toEqual([])
})

test('only the selected rows of a pasted list are entered, without its heading', async () => {
  const pasted = 'Player 1\tPhone\nZoe\t+1 555 1001\nAnn\t+1 555 1002\nBob\t+1 555 1003'
  const form = formOf({ list: pasted, row: [0, 2] })
  expect(await cup.app.run('import', form, anna)).toMatchObject({ message: '2 teams imported: Zoe; Bob.' })
  expect(await names()).toEqual(['Zoe', 'Bob'])
})

test('the columns are read as the organiser named them, not as they look', async () => {
  const form = formOf({
    list: 'one,two,three\nBob,Ann,+1 555 1001',
    heading: true,
    column: ['player2Name', 'player1Name', 'teamPhoneNumber'],
    row: 0,
  })
  expect(await cup.app.run('import', form, anna)).toMatchObject({ ok: true })
  expect((await cup.app.publicView()).entries).toMatchObject([{ player1Name: 'Ann', player2Name: 'Bob' }])
})

test('a list without a selected team is refused', async () => {
  for (const fields of [{ list: 'Ann,+1 555 1001' }, { list: 'Ann,+1 555 1001', row: 1 }, { row: 0 }])
    expect(await cup.app.run('import', formOf(fields), anna)).toMatchObject({ reason: 'no-team-chosen' })
  expect(await names()).toEqual([])
})

test('the journal has the teams, but no phone number', async () => {
  mustDo(await cup.app.importTeams({ teams: [teamForm('Ann', { teamPhoneNumber: '0815-4711' })] }, anna))
  expect(
    JSON.stringify([await cup.app.publicView(), await cup.app.journal(anna, { limit: 100 })]),
  ).not.toContain('0815')
})

test('a thousand entries are removed and put back in one change each, in order of registration', async () => {
  const many = Array.from({ length: 1_200 }, (_, nth) => `Team ${nth}`)
  mustDo(await cup.app.importTeams(list(...many), anna))
  const before = await names()
  const removed = mustDo(await cup.app.removePendingSince({ since: '2000-01-01T00:00:00.000Z' }, anna))
  expect(removed.message).toContain('Removed 1200 pending teams: Team 0; Team 1;')
  expect(await names()).toEqual([])
  mustDo(await cup.app.takeBack({ revision: removed.revision }, anna))
  expect(await names()).toEqual(before)
})
