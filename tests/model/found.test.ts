import { afterEach, beforeEach, expect, test } from 'vitest'
import { anna, aVisitor, mustDo, type OpenCup, openCup, teamForm } from '../support/cup-app.ts'

/** Minimal regressions, found by the model. */

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
})

afterEach(async () => {
  expect(await cup.app.publicView()).toEqual(await cup.fresh())
})

const draw = () => cup.app.createDraw(aVisitor).then(mustDo)
const takeBack = (revision: number) => cup.app.takeBack({ revision }, anna)
const names = async () => Object.values((await cup.draw()).teams).map(({ name }) => name)
const cannot = { ok: false, reason: 'cannot-take-back' }

/** A finished cup, with the next edition begun. */
async function nextEdition() {
  const [ann = '', bob = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  await cup.win('Ann')
  mustDo(await cup.app.beginEdition({ registration: 'open' }, anna))
  return { ann, bob }
}

test("a screen left open since the last edition cannot change the next edition's list", async () => {
  const { ann } = await nextEdition()
  await cup.enter('Cid', 'Dan', 'Eve')
  await draw()
  const bye = await cup.matchOf('BYE')
  const tries = [
    cup.app.setApproval({ teamIds: [ann], approved: false }, anna),
    cup.app.editTeam({ teamId: ann, form: teamForm('Zoe') }, anna),
    cup.app.removeTeams({ teamIds: [ann] }, anna),
    cup.app.putBackTeams({ teamIds: [ann] }, anna),
    cup.app.placeTeam({ matchId: bye.id, side: bye.side('BYE'), teamId: ann }, anna),
  ]
  for (const outcome of await Promise.all(tries)) expect(outcome).toMatchObject({ reason: 'no-such-team' })
})

test("a change to the last edition's list cannot be taken back in the next edition", async () => {
  const [ann = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  await cup.win('Ann')
  const { revision } = mustDo(await cup.app.setApproval({ teamIds: [ann], approved: false }, anna))
  mustDo(await cup.app.beginEdition({}, anna))
  expect(await takeBack(revision)).toMatchObject(cannot)
  expect((await cup.app.journalLine(anna, revision))?.canTakeBack).toBe(false)
})

test('an approval that is taken back leaves the team in its edition, whose number was corrected since', async () => {
  const [ann = ''] = await cup.enter('Ann')
  const { revision } = mustDo(await cup.app.setApproval({ teamIds: [ann], approved: false }, anna))
  mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
  mustDo(await takeBack(revision))
  expect((await cup.app.publicView()).entries).toMatchObject([{ id: ann, approved: true }])
})

test('two players typed into one field can be separated', async () => {
  const [id = ''] = await cup.enter('Ann, Ben')
  const form = { ...teamForm('Ann', { player2Name: 'Ben' }), teamPhoneNumber: '+1 555 Ann, Ben' }
  expect(mustDo(await cup.app.editTeam({ teamId: id, form }, anna)).unchanged).toBeUndefined()
  expect((await cup.app.publicView()).entries).toMatchObject([{ player1Name: 'Ann', player2Name: 'Ben' }])
})

test('taking back a winner does not take back the table that it freed, once another match has it', async () => {
  await cup.enter('Ann', 'Bob', 'Cid', 'Dan')
  await draw()
  mustDo(await cup.app.callMatch({}, anna))
  const [first, second] = (await cup.draw()).rounds[0]?.matches ?? []
  if (!first || !second) throw new Error('A draw without matches')
  const { revision } = mustDo(await cup.app.setWinner({ matchId: first.id, side: 1 }, anna))
  mustDo(await cup.app.callMatch({}, anna))
  mustDo(await takeBack(revision))
  expect((await cup.draw()).rounds[0]?.matches.map(({ table }) => table)).toEqual([undefined, 1])
})

test('a changed winner cannot be taken back once another team stands in its place', async () => {
  await cup.enter('Ann', 'Bob', 'Cid', 'Dan')
  await draw()
  const [first, second] = (await cup.draw()).rounds[0]?.matches ?? []
  const final = (await cup.draw()).rounds[1]?.matches[0]?.id ?? ''
  const tap = async (matchId = '', side: 1 | 2 = 1) =>
    mustDo(await cup.app.setWinner({ matchId, side, confirm: true }, anna)).revision
  await tap(first?.id, 1)
  await tap(second?.id, 1)
  await tap(final, 1)
  const changed = await tap(final, 2)
  await tap(first?.id, 2)
  expect(await takeBack(changed)).toMatchObject(cannot)
})

test('a draw that is put back has the names corrected since', async () => {
  const [ann = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  const { revision } = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  mustDo(await cup.app.editTeam({ teamId: ann, form: teamForm('Anna') }, anna))
  mustDo(await takeBack(revision))
  expect((await names()).sort()).toEqual(['Anna', 'Bob'])
})

test('a team that gets its place back has the name corrected since', async () => {
  const [ann = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  const [late = ''] = await cup.enter('Late')
  mustDo(await cup.app.setAbsent({ teamId: ann, absent: true }, anna))
  const place = await cup.matchOf('Ann')
  const target = { matchId: place.id, side: place.side('Ann'), teamId: late }
  const { revision } = mustDo(await cup.app.placeTeam(target, anna))
  mustDo(await cup.app.editTeam({ teamId: ann, form: teamForm('Anna') }, anna))
  mustDo(await takeBack(revision))
  expect(await cup.text()).toContain('Anna')
})

test('a removed team does not return when the late team in its place is taken back', async () => {
  const [ann = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  const [late = ''] = await cup.enter('Late')
  mustDo(await cup.app.setAbsent({ teamId: ann, absent: true }, anna))
  const place = await cup.matchOf('Ann')
  const target = { matchId: place.id, side: place.side('Ann'), teamId: late }
  const { revision } = mustDo(await cup.app.placeTeam(target, anna))
  mustDo(await cup.app.removeTeams({ teamIds: [ann] }, anna))
  expect((await cup.app.journalLine(anna, revision))?.canTakeBack).toBe(false)
  expect(await takeBack(revision)).toMatchObject(cannot)
})

test('a removed team does not return with an old draw', async () => {
  const [ann = ''] = await cup.enter('Ann', 'Bob')
  await draw()
  mustDo(await cup.app.setApproval({ teamIds: [ann], approved: false }, anna))
  const { revision } = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  mustDo(await cup.app.removeTeams({ teamIds: [ann] }, anna))
  expect((await cup.app.journalLine(anna, revision))?.canTakeBack).toBe(false)
  expect(await takeBack(revision)).toMatchObject(cannot)
  mustDo(await cup.app.putBackTeams({ teamIds: [ann] }, anna))
  mustDo(await takeBack(revision))
})
