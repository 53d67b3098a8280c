import { beforeEach, describe, expect, test } from 'vitest'
import { anna, ben, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { findEntry } from '../storage/journal-rows.ts'

let cup: OpenCup
let clock: ManualClock
let token: string
let teamId: string

beforeEach(async () => {
  clock = manualClock()
  cup = await openCup({ clock })
  mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
  const registered = mustDo(await cup.app.registerTeam(teamForm('Ann', { player2Name: 'Bob' })))
  token = registered.token ?? ''
  teamId = registered.teamId
})

const form = (player1Name: string, more = {}) =>
  teamForm(player1Name, { player2Name: 'Bob', teamPhoneNumber: '', ...more })
const entry = async () => (await cup.app.publicView()).entries.find(({ id }) => id === teamId)
const organisersTeam = async () => (await cup.app.teamsForOrganiser(anna)).find(({ id }) => id === teamId)
const journal = async () =>
  (await cup.app.journal(anna, { limit: 100 })).map(({ who, words }) => `${who}: ${words}`)
const tryLink = (text = token) => cup.app.teamOfLink(text, '10.0.0.1')

/** Approved, and in the draw with an opponent. */
async function beDrawn() {
  mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true }, anna))
  await cup.enter('Cid', 'Dan', 'Eve')
  mustDo(await cup.app.createDraw(anna))
}

test('a link leads to its team, and is stored nowhere', async () => {
  expect(await tryLink()).toMatchObject({ ok: true, value: { id: teamId } })
  const rows = await cup.storage.read(async (db) => [
    await db.selectFrom('teams').selectAll().execute(),
    await db.selectFrom('journal').selectAll().execute(),
  ])
  expect(JSON.stringify([rows, await cup.app.publicView()])).not.toContain(token)
  const hash = rows[0]?.map((row) => (row as { link_hash: string }).link_hash)[0] ?? ''
  expect(hash).toHaveLength(43)
  const seen = [
    await cup.app.publicView(),
    await cup.app.journal(anna, { limit: 100 }),
    await organisersTeam(),
  ]
  expect(JSON.stringify([seen, rows[1]])).not.toContain(hash)
})

test('wrong, replaced and withdrawn links, and those of other editions, get the same answer', async () => {
  const refusal = { ok: false, reason: 'no-such-link', details: [] }
  expect(await tryLink('x'.repeat(22))).toEqual(refusal)
  expect(await tryLink('')).toEqual(refusal)
  const renewed = mustDo(await cup.app.renewLink({ teamId }, anna))
  expect(await tryLink()).toEqual(refusal)
  expect(await cup.app.correctEntry({ token, form: form('Anna') })).toEqual(refusal)
  expect(await cup.app.withdrawEntry({ token })).toEqual(refusal)
  expect(await cup.app.checkIn({ token })).toEqual(refusal)
  expect(await tryLink(renewed.token)).toMatchObject({ ok: true })
  expect((await journal())[0]).toBe('anna@cup.test: A new link was made for Ann, Bob.')
  mustDo(await cup.app.withdrawEntry({ token: renewed.token }))
  expect(await tryLink(renewed.token)).toEqual(refusal)
})

test('a link shown as a QR code leads to the team too, until an organiser makes a new one', async () => {
  const shown = mustDo(await cup.app.showLink({ teamId }, anna))
  const again = mustDo(await cup.app.showLink({ teamId }, ben))
  for (const each of [token, shown.token, again.token])
    expect(await tryLink(each)).toMatchObject({ ok: true, value: { id: teamId } })
  expect((await journal())[0]).toBe('ben@cup.test: The link of Ann, Bob was shown as a QR code.')
  const rows = await cup.storage.read((db) => db.selectFrom('shown_links').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(shown.token)
  mustDo(await cup.app.checkIn({ token: again.token }).then(() => cup.app.renewLink({ teamId }, anna)))
  for (const each of [token, shown.token, again.token])
    expect(await tryLink(each)).toMatchObject({ reason: 'no-such-link' })
  mustDo(await cup.app.removeTeams({ teamIds: [teamId] }, anna))
  expect(await cup.app.showLink({ teamId }, anna)).toMatchObject({ ok: false })
})

test('guessing links is rate limited, and does not block teams in the same bar', async () => {
  for (let tries = 0; tries < 30; tries += 1) await tryLink(`wrong ${tries}`)
  expect(await tryLink('one more')).toMatchObject({ reason: 'too-many-tries' })
  expect(await tryLink()).toMatchObject({ ok: true })
  expect(await cup.app.teamOfLink('one more', '10.0.0.2')).toMatchObject({ reason: 'no-such-link' })
  await clock.advance(15_000)
  expect(await tryLink('one more')).toMatchObject({ reason: 'no-such-link' })
})

describe('a correction', () => {
  test('is pending once the team is in the draw, and reaches the list and the draw when accepted', async () => {
    await beDrawn()
    mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
    expect((await journal())[0]).toBe('the team: Ann, Bob: asks to be listed as Anna, Bob.')
    expect(await organisersTeam()).toMatchObject({ player1Name: 'Ann', correction: { player1Name: 'Anna' } })
    expect(JSON.stringify(await cup.app.publicView())).not.toContain('Anna')
    expect((await cup.draw()).teams[teamId]).toEqual({ name: 'Ann', players: ['Ann', 'Bob'] })
    mustDo(await cup.app.acceptCorrection({ teamId }, anna))
    expect((await organisersTeam())?.correction).toBeUndefined()
    expect(await entry()).toMatchObject({ player1Name: 'Anna', approved: true })
    expect((await cup.draw()).teams[teamId]).toEqual({ name: 'Anna', players: ['Anna', 'Bob'] })
    mustDo(await cup.app.correctEntry({ token, form: form('Annie') }))
    mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
    expect((await organisersTeam())?.correction).toBeUndefined()
  })

  test('reaches the list, and is shown to organisers until one reviews it', async () => {
    mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
    expect(await entry()).toMatchObject({ player1Name: 'Anna' })
    expect(await organisersTeam()).toMatchObject({ correctedFrom: 'Ann, Bob' })
    expect((await journal())[0]).toBe('the team: Ann, Bob: now called Anna, Bob.')
    mustDo(await cup.app.correctEntry({ token, form: form('Annie') }))
    expect(await organisersTeam()).toMatchObject({ correctedFrom: 'Ann, Bob' })
    mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true }, anna))
    expect((await organisersTeam())?.correctedFrom).toBeUndefined()
  })

  test('keeps the phone number unless another is given', async () => {
    mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
    expect(await organisersTeam()).toMatchObject({ teamPhoneNumber: '+1 555 Ann' })
    mustDo(await cup.app.correctEntry({ token, form: form('Anna', { teamPhoneNumber: '0815' }) }))
    expect(await organisersTeam()).toMatchObject({ teamPhoneNumber: '0815' })
    expect((await journal())[0]).toBe('the team: Anna, Bob: phone number changed.')
  })

  test('is refused if an organiser was faster, without their name', async () => {
    const seen = (await cup.app.publicView()).revision
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Anne') }, ben))
    expect(await cup.app.correctEntry({ token, form: form('Anna'), seen })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      details: [],
    })
    expect(await entry()).toMatchObject({ player1Name: 'Anne' })
  })

  test('refuses the edit of an organiser who has not seen it', async () => {
    const seen = (await cup.app.publicView()).revision
    mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
    expect(await cup.app.editTeam({ teamId, form: teamForm('Anne'), seen }, ben)).toMatchObject({
      reason: 'changed-meanwhile',
      details: ['the team: Ann, Bob: now called Anna, Bob.'],
    })
  })

  test('can be taken back by an organiser', async () => {
    const { revision } = mustDo(await cup.app.correctEntry({ token, form: form('Rude') }))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect(await entry()).toMatchObject({ player1Name: 'Ann' })
    expect(await tryLink()).toMatchObject({ ok: true })
  })

  test('without a name is refused', async () => {
    expect(await cup.app.correctEntry({ token, form: form(' ') })).toMatchObject({
      reason: 'missing-fields',
      details: ['Player 1 Name'],
    })
  })
})

describe('many changes on one link', () => {
  const correct = (nth: number) => cup.app.correctEntry({ token, form: form(`Ann ${nth}`) })
  const taken = async (count: number, first: number) => {
    const outcomes = await Promise.all(Array.from({ length: count }, (_, nth) => correct(first + nth)))
    return outcomes.filter(({ ok }) => ok).length
  }

  test('are limited to ten at once, then one every half minute', async () => {
    expect(await taken(50, 0)).toBe(10)
    const { revision } = await cup.app.publicView()
    expect(await correct(50)).toEqual({ ok: false, reason: 'entry-slow', details: [] })
    expect((await cup.app.publicView()).revision).toBe(revision)
    await clock.advance(30_000)
    expect(await taken(50, 100)).toBe(1)
  })

  test('limit neither other teams nor organisers', async () => {
    await taken(50, 0)
    const other = mustDo(await cup.app.registerTeam(teamForm('Cleo'))).token ?? ''
    mustDo(await cup.app.correctEntry({ token: other, form: form('Clea') }))
    mustDo(await cup.app.editTeam({ teamId, form: teamForm('Anne') }, anna))
    mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: true }, anna))
  })

  test('are counted across all links of the team', async () => {
    const { token: shown } = mustDo(await cup.app.showLink({ teamId }, anna))
    await taken(10, 0)
    expect(await cup.app.correctEntry({ token: shown, form: form('Anna') })).toMatchObject({
      reason: 'entry-slow',
    })
  })

  test('include withdrawing and checking in', async () => {
    await beDrawn()
    mustDo(await cup.app.changeSettings({ checkIn: 'on', checkInFrom: '' }, anna))
    for (let turn = 0; turn < 5; turn += 1) {
      mustDo(await cup.app.withdrawEntry({ token }))
      mustDo(await cup.app.checkIn({ token }))
    }
    expect(await cup.app.withdrawEntry({ token })).toMatchObject({ reason: 'entry-slow' })
  })

  test('do not count no-ops', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      expect(await cup.app.correctEntry({ token, form: form(' ') })).toMatchObject({ ok: false })
      expect(mustDo(await cup.app.correctEntry({ token, form: form('Ann') })).unchanged).toBe(true)
    }
    expect(await taken(50, 0)).toBe(10)
  })
})

describe('a withdrawal', () => {
  test('before the draw removes the entry; put back, its link works again', async () => {
    const { revision } = mustDo(await cup.app.withdrawEntry({ token }))
    expect(await entry()).toBeUndefined()
    expect((await journal())[0]).toBe('the team: Ann, Bob withdrew.')
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect(await entry()).toBeDefined()
    expect(await tryLink()).toMatchObject({ ok: true })
  })

  test('after the draw only marks the team', async () => {
    await beDrawn()
    const before = await cup.text()
    mustDo(await cup.app.withdrawEntry({ token }))
    expect(await entry()).toMatchObject({ withdrawnAt: cup.clock.now().toISOString() })
    expect(await cup.text()).toBe(before)
    expect((await journal())[0]).toBe('the team: Ann, Bob withdrew: a no-show to confirm.')
    expect(mustDo(await cup.app.withdrawEntry({ token }))).toMatchObject({ unchanged: true })
    mustDo(await cup.app.setAbsent({ teamId, absent: true }, anna))
    expect((await cup.draw()).absent).toEqual([teamId])
  })

  test('ends its check-in, and is lifted when an organiser marks the team as here', async () => {
    await beDrawn()
    mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: true }, anna))
    mustDo(await cup.app.withdrawEntry({ token }))
    expect(await entry()).not.toHaveProperty('checkedInAt')
    mustDo(await cup.app.setAbsent({ teamId, absent: true }, anna))
    const { revision } = mustDo(await cup.app.setAbsent({ teamId, absent: false }, anna))
    expect(await entry()).not.toHaveProperty('withdrawnAt')
    // The journal has no copy of the number, which would not be deleted.
    const line = await cup.storage.read((db) => findEntry(db, revision))
    expect(JSON.stringify(line)).not.toContain((await organisersTeam())?.teamPhoneNumber)
    const back = mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.draw()).absent).toEqual([teamId])
    expect(await entry()).toHaveProperty('withdrawnAt')
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect(await entry()).not.toHaveProperty('withdrawnAt')
  })

  test('excludes the team from a new draw, until it is approved again', async () => {
    await beDrawn()
    mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
    mustDo(await cup.app.withdrawEntry({ token }))
    mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    expect(Object.keys((await cup.draw()).teams)).toHaveLength(3)
    expect(Object.keys((await cup.draw()).teams)).not.toContain(teamId)
    for (const approved of [false, true])
      mustDo(await cup.app.setApproval({ teamIds: [teamId], approved }, anna))
    mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    expect(Object.keys((await cup.draw()).teams)).toContain(teamId)
  })

  test('of a team outside the draw removes its entry', async () => {
    await cup.enter('Cid', 'Dan')
    mustDo(await cup.app.createDraw(anna))
    mustDo(await cup.app.withdrawEntry({ token }))
    expect(await entry()).toBeUndefined()
  })

  test('of a team that is already out is refused', async () => {
    await beDrawn()
    const { sides } = await cup.matchOf('Ann')
    const opponent = sides.find((side) => side !== teamId) ?? ''
    await cup.win((await cup.draw()).teams[opponent]?.name ?? '')
    expect(await cup.app.withdrawEntry({ token })).toMatchObject({ reason: 'nothing-to-play' })
  })
})

describe('checking in', () => {
  const openCheckIn = (checkInFrom = '') =>
    cup.app.changeSettings({ checkIn: 'on', checkInFrom }, anna).then(mustDo)

  test('is closed in a fresh cup, and before its time', async () => {
    expect(await cup.app.checkIn({ token })).toMatchObject({ reason: 'check-in-closed' })
    await openCheckIn(new Date(cup.clock.now().getTime() + 60_000).toISOString())
    expect(await cup.app.checkIn({ token })).toMatchObject({ reason: 'check-in-closed' })
    await clock.advance(60_000)
    mustDo(await cup.app.checkIn({ token }))
  })

  test('twice counts once, by the team and at the door', async () => {
    await openCheckIn()
    mustDo(await cup.app.checkIn({ token }))
    const first = await entry()
    expect(first).toMatchObject({ checkedInAt: cup.clock.now().toISOString() })
    await clock.advance(60_000)
    expect(mustDo(await cup.app.checkIn({ token }))).toMatchObject({ unchanged: true })
    expect(mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: true }, anna))).toMatchObject({
      unchanged: true,
    })
    expect(await entry()).toEqual(first)
    expect((await journal()).filter((line) => line.includes('Here'))).toEqual(['the team: Here: Ann, Bob.'])
  })

  test('at the door can be undone', async () => {
    mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: true }, anna))
    expect(await entry()).toHaveProperty('checkedInAt')
    mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: false }, anna))
    expect(await entry()).not.toHaveProperty('checkedInAt')
    expect((await journal())[0]).toBe('anna@cup.test: Not here yet: Ann, Bob.')
  })

  test('does not make an organiser’s screen stale', async () => {
    await openCheckIn()
    const seen = (await cup.app.publicView()).revision
    mustDo(await cup.app.checkIn({ token }))
    mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true, seen }, anna))
    expect(await entry()).toMatchObject({ approved: true, checkedInAt: cup.clock.now().toISOString() })
  })

  test('lifts a withdrawal', async () => {
    await beDrawn()
    mustDo(await cup.app.withdrawEntry({ token }))
    mustDo(await cup.app.setCheckedIn({ teamIds: [teamId], here: true }, anna))
    expect(await entry()).not.toHaveProperty('withdrawnAt')
  })
})

test('a correction once the draw was taken back replaces the one that waits', async () => {
  mustDo(await cup.app.setApproval({ teamIds: [teamId], approved: true }, anna))
  await cup.enter('Cid', 'Dan')
  const { revision = 0 } = mustDo(await cup.app.createDraw(anna))
  mustDo(await cup.app.correctEntry({ token, form: form('Annna') }))
  mustDo(await cup.app.takeBack({ revision }, anna))
  mustDo(await cup.app.correctEntry({ token, form: form('Anna') }))
  const team = (await cup.app.teamsForOrganiser(anna)).find(({ id }) => id === teamId)
  expect(team).toMatchObject({ player1Name: 'Anna' })
  expect(team?.correction).toBeUndefined()
})
