import { beforeEach, describe, expect, test } from 'vitest'
import { anna, ben, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { manualClock } from '../../../tests/support/manual-clock.ts'
import type { Edition } from '../../domain/cup.ts'
import { isTeam } from '../../domain/cup.ts'
import { editionFields } from '../../domain/editions/editions-form.ts'
import { refusals } from '../../domain/refusals.ts'

// Anna is faster: Ben's screen does not show her change yet.

let cup: OpenCup
const clock = manualClock()
beforeEach(async () => {
  cup = await openCup({ clock })
  mustDo(await cup.app.changeSettings({ registration: 'open', organiserTools: 'on' }, anna))
})

const seen = async () => (await cup.app.publicView()).revision
const entry = async (name: string) => {
  const found = (await cup.app.teamsForOrganiser(anna)).find(({ player1Name }) => player1Name === name)
  if (!found) throw new Error(`${name} is not registered.`)
  return found
}
const meanwhile = (...words: string[]) => ({
  ok: false,
  reason: 'changed-meanwhile',
  details: words.map((part) => expect.stringContaining(part)),
})
const calm = { ok: true, value: { unchanged: true } }

describe('a team on the list', () => {
  test('that two edit at once is edited by the first; the second is refused with that edit, and may then edit again', async () => {
    const [teamId = ''] = await cup.enter('Ann')
    const screen = await seen()
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Anne'), seen: screen }, anna))
    const later = { teamId, form: teamForm('Annie') }
    expect(await cup.app.editTeam({ ...later, seen: screen }, ben)).toMatchObject(
      meanwhile(`${anna.email}: Ann`),
    )
    expect((await entry('Anne')).id).toBe(teamId)
    mustDo(await cup.app.editTeam({ ...later, seen: await seen() }, ben))
    expect((await entry('Annie')).id).toBe(teamId)
  })

  test('can be edited while another approves it', async () => {
    const [teamId = ''] = await cup.enter('Ann')
    const screen = await seen()
    mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: false }, anna))
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Anne'), seen: screen }, ben))
    expect((await entry('Anne')).approved).toBe(false)
  })

  test('edited by both in the same way is a no-op', async () => {
    const [teamId = ''] = await cup.enter('Ann')
    const screen = await seen()
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Anne') }, anna))
    expect(await cup.app.editTeam({ teamId, form: teamForm('Anne'), seen: screen }, ben)).toMatchObject(calm)
  })

  test('that is approved already is a no-op; one that was changed first is refused', async () => {
    mustDo(await cup.app.registerTeam(teamForm('Ann')))
    const { id: teamId } = await entry('Ann')
    const screen = await seen()
    const approval = { teamIds: [teamId], approved: true, seen: screen }
    mustDo(await cup.app.setApproval({ ...approval }, anna))
    expect(await cup.app.setApproval(approval, ben)).toMatchObject(calm)
    mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: false }, anna))
    expect(await cup.app.setApproval(approval, ben)).toMatchObject(meanwhile('Approved', 'Approval removed'))
    mustDo(await cup.app.setApproval({ ...approval, seen: await seen() }, ben))
  })

  test('that was removed is neither approved nor edited, and the refusal names who removed it', async () => {
    mustDo(await cup.app.registerTeam(teamForm('Ann')))
    const { id: teamId } = await entry('Ann')
    const screen = await seen()
    mustDo(await cup.app.removeTeams({ teamIds: [teamId], seen: screen }, anna))
    const told = meanwhile(`${anna.email}: Removed from the list: Ann`)
    expect(await cup.app.setApproval({ teamIds: [teamId], approved: true, seen: screen }, ben)).toMatchObject(
      told,
    )
    expect(await cup.app.editTeam({ teamId, form: teamForm('Anne'), seen: screen }, ben)).toMatchObject(told)
    expect(await cup.app.removeTeams({ teamIds: [teamId], seen: screen }, ben)).toMatchObject(calm)
  })

  test('that was edited is not removed, and one that was put back is not put back again', async () => {
    mustDo(await cup.app.registerTeam(teamForm('Spam')))
    const { id: teamId } = await entry('Spam')
    let screen = await seen()
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Sam') }, anna))
    expect(await cup.app.removeTeams({ teamIds: [teamId], seen: screen }, ben)).toMatchObject(
      meanwhile('now called Sam'),
    )
    mustDo(await cup.app.removeTeams({ teamIds: [teamId] }, ben))
    screen = await seen()
    mustDo(await cup.app.putBackTeams({ teamIds: [teamId], seen: screen }, anna))
    expect(await cup.app.putBackTeams({ teamIds: [teamId], seen: screen }, ben)).toMatchObject(calm)
    mustDo(await cup.app.removeTeams({ teamIds: [teamId] }, anna))
    expect(await cup.app.putBackTeams({ teamIds: [teamId], seen: screen }, ben)).toMatchObject(
      meanwhile('Put back', 'Removed'),
    )
  })
})

describe('a setting', () => {
  test('that both change is refused to the second, with the first change', async () => {
    const screen = await seen()
    mustDo(await cup.app.changeSettings({ teamLimit: 16 }, anna, { seen: screen }))
    expect(await cup.app.changeSettings({ teamLimit: 32 }, ben, { seen: screen })).toMatchObject(
      meanwhile('Team limit now 16'),
    )
    expect((await cup.app.publicView()).settings.teamLimit).toBe(16)
    mustDo(await cup.app.changeSettings({ teamLimit: 32 }, ben, { seen: await seen() }))
  })

  test('that an outdated form posts untouched stays as set since', async () => {
    const screen = await seen()
    mustDo(await cup.app.changeSettings({ scheduleStart: '20:00', scheduleInterval: 20 }, anna))
    const form = { scheduleStart: '21:15', scheduleGroupSize: 8, scheduleInterval: 15 }
    mustDo(await cup.app.changeSettings(form, ben, { seen: screen }))
    expect((await cup.app.publicView()).settings).toMatchObject({
      scheduleStart: '20:00',
      scheduleGroupSize: 8,
      scheduleInterval: 20,
    })
  })

  test('that both set to the same value is a no-op, also if the clock did', async () => {
    const screen = await seen()
    mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
    expect(await cup.app.changeSettings({ registration: 'closed' }, ben, { seen: screen })).toMatchObject(
      calm,
    )
    const closesAt = new Date(cup.clock.now().getTime() + 60_000).toISOString()
    mustDo(await cup.app.changeSettings({ registration: 'open', registrationClosesAt: closesAt }, anna))
    const open = await seen()
    await clock.advance(61_000)
    await expect.poll(async () => (await cup.app.publicView()).settings.registration).toBe('closed')
    const later = { registrationClosesAt: new Date(cup.clock.now().getTime() + 600_000).toISOString() }
    expect(await cup.app.changeSettings(later, ben, { seen: open })).toMatchObject(
      meanwhile('Registration closed at the set time'),
    )
  })

  test('is changed once by a duplicate post', async () => {
    const post = () => cup.app.changeSettings({ teamLimit: 8 }, ben, { requestId: 'once' })
    mustDo(await post())
    mustDo(await cup.app.changeSettings({ teamLimit: 4 }, anna))
    mustDo(await post())
    expect((await cup.app.publicView()).settings.teamLimit).toBe(4)
  })
})

describe('the past champions', () => {
  /** The whole list, as its form posts it. */
  const formOf = (editions: readonly Edition[], first: Partial<Edition>) =>
    editionFields(editions.map((edition) => (edition.number === 1 ? { ...edition, ...first } : edition)))

  test('can be edited by two at once on different lines', async () => {
    const { editions, revision } = await cup.app.publicView()
    mustDo(await cup.app.changeEditions(formOf(editions, { theme: 'Hawaii' }), anna))
    const tap = { seen: revision }
    mustDo(await cup.app.changeEditions(formOf(editions, { winners: 'Ben' }), ben, tap))
    expect((await cup.app.publicView()).editions[0]).toMatchObject({ theme: 'Hawaii', winners: 'Ben' })
    const disputed = formOf(editions, { theme: 'Space' })
    expect(await cup.app.changeEditions(disputed, ben, tap)).toMatchObject({ reason: 'changed-meanwhile' })
    expect((await cup.app.publicView()).editions[0]?.theme).toBe('Hawaii')
  })
})

describe('the draw', () => {
  async function makeDraw(...names: string[]) {
    const ids = await cup.enter(...names)
    mustDo(await cup.app.createDraw(anna))
    return ids
  }
  const first = async (index = 0) => {
    const match = (await cup.draw()).rounds[0]?.matches[index]
    if (!match) throw new Error('There is no such match.')
    return match
  }

  test('that was reset meanwhile is not reset again', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const screen = await seen()
    mustDo(await cup.app.resetDraw({ confirm: true, seen: screen }, anna))
    const reset = await cup.draw()
    const tap = { confirm: true, seen: screen }
    expect(await cup.app.resetDraw(tap, ben)).toMatchObject(meanwhile('The tournament was reset'))
    expect((await cup.draw()).id).toBe(reset.id)
    mustDo(await cup.app.resetDraw({ confirm: true, seen: await seen() }, ben))
  })

  test('is not reset over a result recorded after the question', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const asked = await seen()
    expect(await cup.app.resetDraw({ seen: asked }, ben)).toMatchObject({
      reason: 'needs-confirmation',
      details: [],
    })
    mustDo(await cup.app.setWinner({ matchId: (await first()).id, side: 1 }, anna))
    expect(await cup.app.resetDraw({ seen: asked, confirm: true, asked }, ben)).toMatchObject({
      reason: 'needs-confirmation',
      details: [expect.stringContaining('new since you were asked')],
    })
    mustDo(await cup.app.resetDraw({ seen: asked, confirm: true, asked: await seen() }, ben))
  })

  test('asks again before clearing a result recorded after the question', async () => {
    await makeDraw('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')
    for (const index of [0, 1, 2, 3])
      mustDo(await cup.app.setWinner({ matchId: (await first(index)).id, side: 1 }, anna))
    const semi = async (index: number) => (await cup.draw()).rounds[1]?.matches[index]?.id ?? ''
    mustDo(await cup.app.setWinner({ matchId: await semi(0), side: 1 }, anna))
    mustDo(await cup.app.setWinner({ matchId: await semi(1), side: 1 }, anna))
    const change = { matchId: (await first()).id, side: 2 } as const
    const asked = await seen()
    expect(await cup.app.setWinner(change, ben)).toMatchObject({ details: [expect.anything()] })
    const final = (await cup.draw()).rounds[2]?.matches[0]?.id ?? ''
    mustDo(await cup.app.setWinner({ matchId: final, side: 1 }, anna))
    const confirmed = { ...change, confirm: true, asked }
    expect(await cup.app.setWinner(confirmed, ben)).toMatchObject({
      reason: 'needs-confirmation',
      details: [expect.not.stringContaining('new since'), expect.stringContaining('new since')],
    })
    mustDo(await cup.app.setWinner({ ...confirmed, asked: await seen() }, ben))
  })

  test('advances its byes once for two taps', async () => {
    await makeDraw('A', 'B', 'C')
    const screen = await seen()
    mustDo(await cup.app.advanceByes({ seen: screen }, anna))
    expect(await cup.app.advanceByes({ seen: screen }, ben)).toMatchObject({
      ok: true,
      value: { unchanged: true, message: refusals['no-byes-left'].sentence },
    })
  })

  test('does not mark a team as absent that has just played', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const { id: matchId, sides } = await first()
    const screen = await seen()
    mustDo(await cup.app.setWinner({ matchId, side: 1 }, anna))
    const tap = { teamId: sides[0], absent: true, seen: screen }
    expect(await cup.app.setAbsent(tap, ben)).toMatchObject(meanwhile('won against'))
    mustDo(await cup.app.setAbsent({ ...tap, seen: await seen() }, ben))
    expect(await cup.app.setAbsent(tap, ben)).toMatchObject(calm)
  })

  test('tells who took the place of a team that came after all', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const { id: matchId, sides } = await first()
    mustDo(await cup.app.setAbsent({ teamId: sides[0], absent: true }, anna))
    const [late = ''] = await cup.enter('Zoe')
    const screen = await seen()
    mustDo(await cup.app.placeTeam({ matchId, side: 1, teamId: late, seen: screen }, anna))
    expect(await cup.app.setAbsent({ teamId: sides[0], absent: false, seen: screen }, ben)).toMatchObject(
      meanwhile('Zoe took the place'),
    )
  })

  test('gives a late team one place, and a place to one late team', async () => {
    await makeDraw('A', 'B', 'C', 'D', 'E', 'F')
    const byes = (await cup.draw()).rounds[0]?.matches.filter(({ sides }) => !sides.every(isTeam)) ?? []
    const [zoe = '', yan = ''] = await cup.enter('Zoe', 'Yan')
    const screen = await seen()
    const [one, other] = byes.map(({ id }) => ({ matchId: id, side: 2, seen: screen }) as const)
    if (!one || !other) throw new Error('There are no two byes.')
    mustDo(await cup.app.placeTeam({ ...one, teamId: zoe }, anna))
    expect(await cup.app.placeTeam({ ...one, teamId: yan }, ben)).toMatchObject(
      meanwhile('Zoe took the place'),
    )
    expect(await cup.app.placeTeam({ ...other, teamId: zoe }, ben)).toMatchObject(
      meanwhile('Zoe took the place'),
    )
    mustDo(await cup.app.placeTeam({ ...other, teamId: yan }, ben))
  })

  test('exchanges no team that has moved', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const [one, two] = [(await first(0)).id, (await first(1)).id]
    const screen = await seen()
    const exchange = { from: { matchId: one, side: 1 }, to: { matchId: two, side: 1 }, seen: screen } as const
    mustDo(await cup.app.exchangeSides(exchange, anna))
    expect(await cup.app.exchangeSides(exchange, ben)).toMatchObject(meanwhile('changed places'))
    mustDo(await cup.app.exchangeSides({ ...exchange, seen: await seen() }, ben))
  })

  test('calls one match to a table that two organisers saw as free', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const screen = await seen()
    mustDo(await cup.app.callMatch({ table: 1, seen: screen }, anna))
    expect(await cup.app.callMatch({ table: 1, seen: screen }, ben)).toMatchObject(meanwhile('Table 1'))
    expect((await cup.draw()).rounds[0]?.matches.filter(({ table }) => table)).toHaveLength(1)
    mustDo(await cup.app.callMatch({ table: 2, seen: await seen() }, ben))
  })

  test('tells what prevents a take-back', async () => {
    await makeDraw('A', 'B', 'C', 'D')
    const { id: matchId } = await first()
    const { revision } = mustDo(await cup.app.setWinner({ matchId, side: 1 }, anna))
    mustDo(await cup.app.setWinner({ matchId, side: 2 }, ben))
    expect(await cup.app.takeBack({ revision }, anna)).toMatchObject({
      reason: 'cannot-take-back',
      details: [expect.stringContaining(`${ben.email}: The winner of`)],
    })
  })
})
