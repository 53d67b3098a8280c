import { beforeEach, describe, expect, test } from 'vitest'
import { anna, ben, mustDo, type OpenCup, openCup, teamForm } from '../../../tests/support/cup-app.ts'
import { editionsWithChampions } from '../../domain/editions/past-editions.ts'

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
})

/** The view of a freshly started node. */
const expectFresh = async () => expect(await cup.fresh()).toEqual(await cup.app.publicView())

const chosen = { editionTheme: 'Neon', announcement: 'Come back!', scheduleStart: '20:00' }

describe('beginning the next edition after the final', () => {
  beforeEach(async () => {
    mustDo(await cup.app.changeSettings({ editionTheme: 'Hawaii' }, anna))
    await cup.play('Ann', 'Bob')
    await cup.win('Ann')
  })

  test('does all of it in one change', async () => {
    const old = await cup.draw()
    const begun = mustDo(await cup.app.beginEdition({ ...chosen, registration: 'open' }, anna))
    expect(begun.message).toBe('N12 has begun, without entries and draw.')
    const view = await cup.app.publicView()
    expect(view).toMatchObject({ revision: begun.revision, entries: [], drawStatus: 'none', pastDraws: [11] })
    expect(view.settings).toMatchObject({
      ...chosen,
      editionNumber: 12,
      editionSeason: 'Fall 2025',
      editionTitle: 'The Cup N12',
      registration: 'open',
    })
    expect(view.editions.at(-1)).toMatchObject({ number: 11, theme: 'Hawaii', winners: 'Ann' })
    expect(await cup.app.pastDraw(11)).toEqual(old)
    await expectFresh()
  })

  test('can be taken back as a whole until there is an entry, whatever was set since', async () => {
    const { revision: _then, ...old } = await cup.app.publicView()
    const { revision } = mustDo(await cup.app.beginEdition(chosen, anna))
    mustDo(await cup.app.changeSettings({ registration: 'open', announcement: 'Soon' }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    const { revision: _now, ...view } = await cup.app.publicView()
    expect(view).toEqual(old)
    await expectFresh()

    const again = mustDo(await cup.app.beginEdition(chosen, anna))
    await cup.enter('Cid')
    expect(await cup.app.takeBack({ revision: again.revision }, anna)).toMatchObject({
      reason: 'cannot-take-back',
    })
  })

  test('has the date of its form', async () => {
    mustDo(await cup.app.changeSettings({ eventDate: '2025-04-04' }, anna))
    mustDo(await cup.app.beginEdition({ eventDate: '2025-11-07' }, anna))
    expect((await cup.app.publicView()).settings.eventDate).toBe('2025-11-07')
  })

  test('switches check-in off; a take-back switches it on again', async () => {
    const night = { checkIn: 'on', checkInFrom: '2025-04-04T18:00:00.000Z' }
    mustDo(await cup.app.changeSettings(night, anna))
    const { revision } = mustDo(await cup.app.beginEdition({ registration: 'open' }, anna))
    expect((await cup.app.publicView()).settings).toMatchObject({ checkIn: 'off', checkInFrom: '' })
    const { token = '' } = mustDo(await cup.app.registerTeam(teamForm('Cid')))
    expect(await cup.app.checkIn({ token })).toMatchObject({ reason: 'check-in-closed' })
    const [cid] = (await cup.app.publicView()).entries
    mustDo(await cup.app.removeTeams({ teamIds: [cid?.id ?? ''] }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.app.publicView()).settings).toMatchObject(night)
  })

  test('has no date and no silent tables; a take-back restores both', async () => {
    const night = { eventDate: '2025-04-04', silentTables: '2 3' }
    mustDo(await cup.app.changeSettings({ ...night, venue: 'Court Bar', reports: 'on' }, anna))
    const { revision } = mustDo(await cup.app.beginEdition({}, anna))
    const kept = { venue: 'Court Bar', reports: 'on' }
    expect((await cup.app.publicView()).settings).toMatchObject({ eventDate: '', silentTables: '', ...kept })
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.app.publicView()).settings).toMatchObject({ ...night, ...kept })
  })

  test('a take-back also restores settings that the form had not changed', async () => {
    mustDo(await cup.app.changeSettings({ registration: 'closed', editionTheme: '' }, anna))
    const { settings } = await cup.app.publicView()
    const { revision } = mustDo(
      await cup.app.beginEdition({ editionTheme: '', registration: 'closed' }, anna),
    )
    mustDo(await cup.app.changeSettings({ registration: 'open', editionTheme: 'Neon' }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.app.publicView()).settings).toEqual(settings)
  })

  test('can be done again after a take-back, even if a removed entry has its number', async () => {
    const { revision } = mustDo(await cup.app.beginEdition({ registration: 'open' }, anna))
    const [teamId = ''] = await cup.enter('Test')
    mustDo(await cup.app.removeTeams({ teamIds: [teamId] }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect(mustDo(await cup.app.beginEdition({}, anna)).message).toBe(
      'N12 has begun, without entries and draw.',
    )
    await expectFresh()
  })

  test('a mistaken take-back can be taken back', async () => {
    const { revision } = mustDo(await cup.app.beginEdition(chosen, anna))
    const { revision: _then, ...begun } = await cup.app.publicView()
    const back = mustDo(await cup.app.takeBack({ revision }, anna))
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    const { revision: _now, ...view } = await cup.app.publicView()
    expect(view).toEqual(begun)
    await expectFresh()
  })

  test('a take-back keeps past champions that were edited since', async () => {
    const { revision } = mustDo(await cup.app.beginEdition(chosen, anna))
    mustDo(await cup.app.changeEditions({ edition3Winners: 'Cid' }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    const { editions, settings } = await cup.app.publicView()
    expect(settings.editionNumber).toBe(11)
    expect(editions[2]).toMatchObject({ winners: 'Cid' })
  })

  test('is refused if another organiser has begun it meanwhile', async () => {
    const { revision: seen } = await cup.app.publicView()
    mustDo(await cup.app.beginEdition(chosen, anna))
    const view = await cup.app.publicView()
    for (const editionNumber of ['12', '13']) {
      const again = await cup.app.beginEdition({ ...chosen, editionNumber }, ben, { seen, confirm: true })
      expect(again).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
      expect(again).toHaveProperty('details.0', expect.stringContaining('anna@cup.test: N12 begins'))
    }
    expect(await cup.app.publicView()).toBe(view)
  })

  test('refuses a taken number and invalid values, and changes nothing', async () => {
    const before = await cup.app.publicView()
    expect(await cup.app.beginEdition({ editionNumber: '11' }, anna)).toMatchObject({
      reason: 'edition-exists',
    })
    expect(await cup.app.beginEdition({ scheduleStart: 'noon' }, anna)).toMatchObject({
      reason: 'bad-setting',
    })
    expect(await cup.app.publicView()).toEqual(before)
  })
})

test('the champions are in order, and taken back, also if a later edition was played before', async () => {
  await cup.play('Ann', 'Bob')
  await cup.win('Ann')
  mustDo(await cup.app.beginEdition({ editionNumber: '14' }, anna))
  await cup.play('Cleo', 'Dan')
  await cup.win('Cleo')
  mustDo(await cup.app.beginEdition({ editionNumber: '12' }, anna))
  await cup.play('Eve', 'Fay')
  await cup.win('Eve')
  const { editions } = await cup.app.publicView()
  const { revision } = mustDo(await cup.app.beginEdition({ editionNumber: '13' }, anna))
  const winners = (await cup.app.publicView()).editions.slice(-3).map((edition) => edition.winners)
  expect(winners).toEqual(['Ann', 'Eve', 'Cleo'])
  await expectFresh()
  mustDo(await cup.app.takeBack({ revision }, anna))
  expect((await cup.app.publicView()).editions).toEqual(editions)
})

test('without a champion it asks first, tells what is hidden, and records nobody', async () => {
  await cup.play('Ann', 'Bob', 'Cid')
  const asked = await cup.app.beginEdition({}, anna)
  expect(asked).toEqual({
    ok: false,
    reason: 'out-of-sight',
    details: [
      'The final of N11 is not decided: no champions are recorded.',
      'The draw of N11 is kept under Past Tournaments, with 0 results.',
      '3 entries of N11 leave the entry list.',
    ],
  })
  mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
  const view = await cup.app.publicView()
  expect(view).toMatchObject({ entries: [], drawStatus: 'none', pastDraws: [11] })
  expect(view.editions.at(-1)).toMatchObject({ number: 11, winners: '' })
  await expectFresh()
})

test('the champions follow the draw again after going back to their edition, but not an organiser’s text', async () => {
  const shown = async () =>
    editionsWithChampions({ ...(await cup.app.publicView()), draw: await cup.draw() }).at(-1)?.winners
  await cup.play('Ann', 'Bob')
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  const { id: matchId } = await cup.matchOf('Ann', 'Bob')
  await cup.win('Ann')
  mustDo(await cup.app.beginEdition({}, anna))
  mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna))
  expect(await shown()).toBe('Ann')
  mustDo(await cup.app.undoWinner({ matchId }, anna))
  expect(await shown()).toBe('')
  await cup.win('Ann')
  mustDo(await cup.app.changeEditions({ edition11Winners: 'Bob' }, anna))
  mustDo(await cup.app.beginEdition({}, anna))
  mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna))
  expect(await shown()).toBe('Bob')
})

test('the theme of an edition that has just begun can be emptied among the past champions', async () => {
  await cup.play('Ann', 'Bob')
  await cup.win('Ann')
  mustDo(await cup.app.beginEdition({ editionTheme: 'Neon' }, anna))
  mustDo(await cup.app.changeEditions({ edition12Theme: '', edition12Winners: '' }, anna))
  expect((await cup.app.publicView()).settings.editionTheme).toBe('')
})

test('an empty edition can be left and gone back to', async () => {
  const { revision } = mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
  mustDo(await cup.app.takeBack({ revision }, anna))
  expect((await cup.app.publicView()).settings.editionNumber).toBe(11)
  await expectFresh()
})
