import { beforeEach, describe, expect, test } from 'vitest'
import { anna, aVisitor, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  for (const name of ['Ann', 'Bob', 'Cid']) mustDo(await cup.app.registerTeam(teamForm(name)))
})

const ids = async () => (await cup.app.publicView()).entries.map(({ id }) => id)
const approved = async () =>
  (await cup.app.publicView()).entries.filter((entry) => entry.approved).map(({ player1Name }) => player1Name)
const names = async () => (await cup.app.publicView()).entries.map(({ player1Name }) => player1Name)

describe('approval', () => {
  test('goes for many at once, and back', async () => {
    const all = await ids()
    const done = mustDo(await cup.app.setApproval({ teamIds: all.slice(0, 2), approved: true }, anna))
    expect(done.message).toBe('Approved: Ann; Bob.')
    expect(await approved()).toEqual(['Ann', 'Bob'])
    mustDo(await cup.app.setApproval({ teamIds: all.slice(0, 1), approved: false }, anna))
    expect(await approved()).toEqual(['Bob'])
  })

  test('can be taken back while those teams are unchanged', async () => {
    const all = await ids()
    const first = mustDo(await cup.app.setApproval({ teamIds: all, approved: true }, anna))
    const second = mustDo(await cup.app.setApproval({ teamIds: all.slice(2), approved: false }, anna))
    expect(await cup.app.takeBack({ revision: first.revision }, anna)).toMatchObject({
      reason: 'cannot-take-back',
    })
    mustDo(await cup.app.takeBack({ revision: second.revision }, anna))
    expect(await approved()).toEqual(['Ann', 'Bob', 'Cid'])
  })

  test('of an unknown team refuses the whole form', async () => {
    const all = await ids()
    expect(await cup.app.setApproval({ teamIds: [...all, 'nobody'], approved: true }, anna)).toMatchObject({
      reason: 'no-such-team',
    })
    expect(await cup.app.setApproval({ teamIds: [], approved: true }, anna)).toMatchObject({
      reason: 'no-team-chosen',
    })
    expect(await approved()).toEqual([])
  })

  test('of approved teams changes nothing', async () => {
    const all = await ids()
    const first = mustDo(await cup.app.setApproval({ teamIds: all, approved: true }, anna))
    expect(mustDo(await cup.app.setApproval({ teamIds: all, approved: true }, anna)).revision).toBe(
      first.revision,
    )
  })

  test('beyond the limit asks first', async () => {
    mustDo(await cup.app.changeSettings({ teamLimit: 2 }, anna, { confirm: true }))
    const [ann = '', bob = '', cid = ''] = await ids()
    mustDo(await cup.app.setApproval({ teamIds: [ann], approved: true }, anna))
    expect(await cup.app.setApproval({ teamIds: [ann, bob, cid], approved: true }, anna)).toEqual({
      ok: false,
      reason: 'over-limit',
      details: ['The limit is 2 teams; 3 would be approved.'],
    })
    expect(await approved()).toEqual(['Ann'])
    mustDo(await cup.app.setApproval({ teamIds: [bob], approved: true }, anna))
    mustDo(await cup.app.setApproval({ teamIds: [cid], approved: true, confirm: true }, anna))
    expect(await approved()).toEqual(['Ann', 'Bob', 'Cid'])
    mustDo(await cup.app.setApproval({ teamIds: [ann, bob], approved: true }, anna))
    mustDo(await cup.app.setApproval({ teamIds: [ann], approved: false }, anna))
  })
})

describe('editing a team', () => {
  test('changes its names on the list and in the draw, and can be taken back', async () => {
    const [first] = await ids()
    mustDo(await cup.app.setApproval({ teamIds: await ids(), approved: true }, anna))
    mustDo(await cup.app.createDraw(aVisitor))
    const before = await cup.text()
    const edit = mustDo(
      await cup.app.editTeam({ teamId: first ?? '', form: teamForm('Anna', { player2Name: 'Zoe' }) }, anna),
    )
    expect(edit.message).toContain('Ann: now called Anna, Zoe')
    expect(await names()).toEqual(['Anna', 'Bob', 'Cid'])
    expect((await cup.draw()).teams[first ?? '']).toEqual({ name: 'Anna', players: ['Anna', 'Zoe'] })
    expect((await cup.fresh()).draw).toEqual(await cup.draw())
    mustDo(await cup.app.takeBack({ revision: edit.revision }, anna))
    expect(await cup.text()).toBe(before)
    expect((await cup.fresh()).draw).toEqual(await cup.draw())
  })

  test('needs the same fields as a registration', async () => {
    const [first] = await ids()
    expect(await cup.app.editTeam({ teamId: first ?? '', form: teamForm('') }, anna)).toMatchObject({
      reason: 'missing-fields',
      details: ['Player 1 Name'],
    })
  })
})

describe('removing a team', () => {
  test('hides it from the public list; organisers still see it and can put it back in its place', async () => {
    const [, bob] = await ids()
    mustDo(await cup.app.removeTeams({ teamIds: [bob ?? ''] }, anna))
    expect(await names()).toEqual(['Ann', 'Cid'])
    expect((await cup.app.teamsForOrganiser(anna)).map(({ removed }) => removed)).toEqual([
      false,
      true,
      false,
    ])
    mustDo(await cup.app.putBackTeams({ teamIds: [bob ?? ''] }, anna))
    expect(await names()).toEqual(['Ann', 'Bob', 'Cid'])
  })

  test('can be taken back', async () => {
    const removed = mustDo(await cup.app.removeTeams({ teamIds: await ids() }, anna))
    expect(await names()).toEqual([])
    mustDo(await cup.app.takeBack({ revision: removed.revision }, anna))
    expect(await names()).toEqual(['Ann', 'Bob', 'Cid'])
  })

  test('is refused while it is in the draw', async () => {
    const all = await ids()
    mustDo(await cup.app.setApproval({ teamIds: all.slice(0, 2), approved: true }, anna))
    mustDo(await cup.app.createDraw(aVisitor))
    expect(await cup.app.removeTeams({ teamIds: all }, anna)).toEqual({
      ok: false,
      reason: 'team-in-draw',
      details: ['Ann', 'Bob'],
    })
    mustDo(await cup.app.removeTeams({ teamIds: all.slice(2) }, anna))
  })
})
