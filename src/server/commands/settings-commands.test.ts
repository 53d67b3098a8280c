import { beforeEach, describe, expect, test } from 'vitest'
import { anna, aVisitor, ben, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { firstEditions } from '../../../tests/support/first-editions.ts'
import { editionFields } from '../../domain/editions/editions-form.ts'
import { pastEditions } from '../../domain/editions/past-editions.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
})

const settings = async () => (await cup.app.publicView()).settings

test('a change keeps the other settings', async () => {
  const changed = mustDo(await cup.app.changeSettings({ announcement: '', teamLimit: 16 }, anna))
  expect(await settings()).toEqual({ ...defaultSettings, announcement: '', teamLimit: 16 })
  expect(changed.message).toBe('Settings changed: Sponsor announcement emptied, Team limit now 16.')
})

test('the journal shows a closing time as a time', async () => {
  const closing = { registrationClosesAt: '2025-05-02T18:00:00.000Z' }
  expect(mustDo(await cup.app.changeSettings(closing, anna)).message).toBe(
    'Settings changed: Registration closing time now 2025-05-02 18:00 UTC.',
  )
})

test('a change without an effect is a no-op', async () => {
  expect(
    mustDo(await cup.app.changeSettings({ specialEvents: defaultSettings.specialEvents }, anna)).revision,
  ).toBe(0)
})

test('settings can be taken back while they are unchanged', async () => {
  const opened = mustDo(await cup.app.changeSettings({ registration: 'open', byes: 'at-once' }, anna))
  mustDo(await cup.app.takeBack({ revision: opened.revision }, anna))
  expect(await settings()).toEqual(defaultSettings)
  expect(await cup.app.takeBack({ revision: opened.revision }, anna)).toMatchObject({
    reason: 'cannot-take-back',
  })
})

test('past champions can be edited, and taken back', async () => {
  const editions = firstEditions.with(10, {
    number: 11,
    season: 'Spring 2025',
    theme: 'Neon',
    winners: 'Ann, Bob',
  })
  const changed = mustDo(await cup.app.changeEditions(editionFields(editions), anna))
  expect((await cup.app.publicView()).editions).toEqual(editions)
  mustDo(await cup.app.takeBack({ revision: changed.revision }, anna))
  expect((await cup.app.publicView()).editions).toEqual(firstEditions)
})

describe('the edition being played', () => {
  const line = async () => (await cup.app.publicView()).editions.at(-1)

  test('has the same season and theme in the settings and among the past champions', async () => {
    mustDo(await cup.app.changeSettings({ editionSeason: 'May 2025', editionTheme: 'Neon' }, anna))
    expect(await line()).toEqual({ number: 11, season: 'May 2025', theme: 'Neon', winners: '' })
    const { revision } = mustDo(await cup.app.changeEditions({ edition11Theme: 'Space' }, anna))
    expect((await settings()).editionTheme).toBe('Space')
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await settings()).editionTheme).toBe('Neon')
    expect(await line()).toMatchObject({ theme: 'Neon' })
    expect(await cup.fresh()).toEqual(await cup.app.publicView())
  })

  test('keeps a theme changed since a form of past champions was opened', async () => {
    mustDo(await cup.app.changeSettings({ editionNumber: 12, editionTheme: 'Neon' }, anna))
    const { revision: seen } = await cup.app.publicView()
    mustDo(await cup.app.changeSettings({ editionTheme: 'Space' }, anna))
    const form = { edition12Theme: 'Neon', edition12Winners: 'Ann' }
    mustDo(await cup.app.changeEditions(form, ben, { seen }))
    expect(await line()).toEqual({ number: 12, season: 'Spring 2025', theme: 'Space', winners: 'Ann' })
  })

  test('keeps its title while another edition is current', async () => {
    mustDo(await cup.app.changeSettings({ editionTitle: 'Our first' }, anna))
    await cup.enter('Ann')
    mustDo(await cup.app.beginEdition({ editionTitle: 'Our second' }, anna, { confirm: true }))
    mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna))
    expect((await settings()).editionTitle).toBe('Our first')
  })
})

describe("the edition's number", () => {
  /** What a node that starts now would show. */
  const expectFresh = async () => expect(await cup.fresh()).toEqual(await cup.app.publicView())

  test('is only corrected before there is a champion', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const view = await cup.app.publicView()
    expect(view.entries).toHaveLength(2)
    expect(view.draw?.edition).toBe(12)
    await expectFresh()
    expect(pastEditions(view)).toEqual([{ number: 12, season: 'Spring 2025', current: true }])
  })

  test('is corrected without ending a draw show', async () => {
    mustDo(await cup.app.changeSettings({ drawShow: 'on' }, anna))
    await cup.play('Ann', 'Bob')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    expect((await cup.draw()).show).toBe(true)
    await expectFresh()
  })

  test('is only corrected with a draw of one team', async () => {
    await cup.play('Ann')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const view = await cup.app.publicView()
    expect(view.entries).toHaveLength(1)
    expect(view.draw?.edition).toBe(12)
    expect(view.pastDraws).toEqual([])
  })

  test('is only corrected after there is a champion', async () => {
    await cup.play('Ann', 'Bob')
    await cup.win('Ann')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const view = await cup.app.publicView()
    expect(view.entries).toHaveLength(2)
    expect(view).toMatchObject({ draw: { edition: 12 }, pastDraws: [] })
    await expectFresh()
  })

  test('with a line of past champions gives it to the edition; the old number keeps its own', async () => {
    mustDo(await cup.app.changeEditions({ edition7Winners: 'Dora', edition11Winners: 'Dan' }, anna))
    await cup.play('Ann', 'Bob')
    const old = await cup.app.publicView()
    const moved = mustDo(await cup.app.changeSettings({ editionNumber: 7 }, anna))
    const { editions, draw, entries, settings } = await cup.app.publicView()
    expect(editions).toEqual(
      old.editions.with(6, { number: 7, season: 'Spring 2025', theme: '', winners: 'Dora' }),
    )
    expect(settings).toEqual({ ...old.settings, editionNumber: 7 })
    expect(entries).toEqual(old.entries)
    expect(draw).toEqual({ ...old.draw, edition: 7 })
    await expectFresh()
    mustDo(await cup.app.takeBack({ revision: moved.revision }, anna))
    const { revision: _now, ...view } = await cup.app.publicView()
    const { revision: _then, ...before } = old
    expect(view).toEqual(before)
    await expectFresh()
  })

  test('with only removed entries takes them along, phone numbers included', async () => {
    await cup.enter('Ann')
    const { revision } = mustDo(await cup.app.beginEdition({ registration: 'open' }, anna, { confirm: true }))
    const [bob = ''] = await cup.enter('Bob')
    mustDo(await cup.app.removeTeams({ teamIds: [bob] }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const teams = await cup.app.teamsForOrganiser(anna)
    expect(new Map(teams.map(({ player1Name, removed }) => [player1Name, removed]))).toEqual(
      new Map([
        ['Ann', false],
        ['Bob', true],
      ]),
    )
    await expectFresh()
  })

  test('of another edition asks before hiding entries and a draw, with their number', async () => {
    await cup.play('Ann', 'Bob')
    await cup.win('Ann')
    const old = await cup.draw()
    mustDo(await cup.app.changeSettings({ editionTheme: 'Jungle' }, anna))
    mustDo(await cup.app.beginEdition({ editionTheme: 'Neon', registration: 'open' }, anna))
    await cup.play('Cid', 'Dan', 'Eve')
    const asked = await cup.app.changeSettings({ editionNumber: 11 }, anna)
    expect(asked).toEqual({
      ok: false,
      reason: 'out-of-sight',
      details: [
        'N12 is hidden: 3 entries and a draw with 0 results.',
        'N11 is shown instead: 2 entries and a draw with 1 result.',
      ],
    })
    expect((await cup.draw()).edition).toBe(12)
    const back = mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna, { confirm: true }))
    expect(back.message).toBe(
      'N11 is back, with everything it had. Settings changed: Edition number now 11, Season now Spring 2025, Theme now Jungle, Title now The Cup N11, Registration now closed.',
    )
    expect(await cup.draw()).toEqual(old)
    await expectFresh()
  })

  test('of another edition brings its own names; those of the one that is left are stored', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(
      await cup.app.beginEdition({ editionTheme: 'Neon', registration: 'open' }, anna, { confirm: true }),
    )
    await cup.play('Cid', 'Dan')
    const second = await cup.app.publicView()
    const goTo = async (fields: Record<string, string>) =>
      mustDo(await cup.app.changeSettings(fields, anna, { confirm: true }))
    await goTo({ editionNumber: '11', editionTitle: 'Our first' })
    const first = await cup.app.publicView()
    expect(first.settings).toMatchObject({
      editionSeason: 'Spring 2025',
      editionTheme: '',
      editionTitle: 'Our first',
    })
    expect(first.editions.at(-1)).toEqual({ number: 12, season: 'Fall 2025', theme: 'Neon', winners: '' })
    const { revision } = await goTo({ editionNumber: '12', editionTitle: 'The Cup N12' })
    expect((await cup.app.publicView()).settings).toEqual({ ...second.settings, registration: 'closed' })
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect(await cup.app.publicView()).toMatchObject({ settings: first.settings, editions: first.editions })
    await expectFresh()
  })

  test('of another edition does so also with entries but no draw', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(
      await cup.app.beginEdition({ editionTheme: 'Neon', registration: 'open' }, anna, { confirm: true }),
    )
    await cup.enter('Cid')
    const { settings } = await cup.app.publicView()
    for (const editionNumber of [11, 12])
      mustDo(await cup.app.changeSettings({ editionNumber }, anna, { confirm: true }))
    expect((await cup.app.publicView()).settings).toEqual({ ...settings, registration: 'closed' })
  })

  test('of another edition closes check-in', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(await cup.app.beginEdition({ registration: 'open' }, anna, { confirm: true }))
    await cup.enter('Cid')
    mustDo(await cup.app.changeSettings({ checkIn: 'on' }, anna))
    const { revision } = mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna, { confirm: true }))
    expect((await cup.app.publicView()).settings.checkIn).toBe('off')
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.app.publicView()).settings.checkIn).toBe('on')
  })

  test('of an earlier edition that is then won keeps its champions, also after a take-back', async () => {
    await cup.play('Ann', 'Bob')
    mustDo(await cup.app.beginEdition({ registration: 'open' }, anna, { confirm: true }))
    await cup.play('Cid', 'Dan')
    const { revision } = mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna, { confirm: true }))
    await cup.win('Ann')
    const back = mustDo(await cup.app.takeBack({ revision }, anna))
    const championsOf11 = async () => (await cup.app.publicView()).editions[10]?.winners
    expect(await championsOf11()).toBe('Ann')
    // A winner corrected there goes into the list.
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    await cup.win('Bob')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna, { confirm: true }))
    expect(await championsOf11()).toBe('Bob')
    await expectFresh()
  })

  test('of another edition does not ask if nothing is hidden', async () => {
    await cup.play('Ann', 'Bob')
    await cup.win('Ann')
    mustDo(await cup.app.beginEdition({}, anna))
    const back = mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna))
    // An edition left empty begins again, without the other edition's contents.
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect(await cup.app.publicView()).toMatchObject({ entries: [], drawStatus: 'none', pastDraws: [11] })
    await expectFresh()
  })

  test('is journalled with its consequences', async () => {
    const number = async (editionNumber: number) =>
      mustDo(await cup.app.changeSettings({ editionNumber }, anna)).message
    expect(await number(12)).toBe('Settings changed: Edition number now 12.')
    await cup.enter('Ann', 'Bob')
    expect(await number(13)).toBe(
      'N12 is now N13, with its entries. Settings changed: Edition number now 13.',
    )
    mustDo(await cup.app.createDraw(aVisitor))
    expect(await number(14)).toBe(
      'N13 is now N14, with its entries and its draw. Settings changed: Edition number now 14.',
    )
  })

  test('changed by mistake is taken back with all its contents', async () => {
    await cup.play('Ann', 'Bob')
    await cup.win('Ann')
    const old = await cup.app.publicView()
    const moved = mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    mustDo(await cup.app.takeBack({ revision: moved.revision }, anna))
    const { revision: _now, ...view } = await cup.app.publicView()
    const { revision: _then, ...before } = old
    expect(view).toEqual(before)
  })

  test('is not taken back to a number under which another edition was played since', async () => {
    await cup.play('Ann', 'Bob')
    const { revision } = mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    mustDo(await cup.app.beginEdition({ editionNumber: '11' }, anna, { confirm: true }))
    await cup.enter('Cid')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna, { confirm: true }))
    expect(await cup.app.takeBack({ revision }, anna)).toMatchObject({ reason: 'cannot-take-back' })
    const { entries } = await cup.app.publicView()
    expect(entries.map(({ player1Name }) => player1Name)).toEqual(['Ann', 'Bob'])
  })
})

test('a limit that puts teams on the waiting list asks first, with their number', async () => {
  await cup.app.changeSettings({ registration: 'open' }, anna)
  for (const name of ['Ann', 'Bob', 'Cid'])
    mustDo(
      await cup.app.registerTeam({ player1Name: name, player2Name: '', teams: '', teamPhoneNumber: name }),
    )
  expect(await cup.app.changeSettings({ teamLimit: 1 }, anna)).toMatchObject({
    reason: 'fewer-places',
    details: ['2 pending teams would be put on the waiting list.'],
  })
  mustDo(await cup.app.changeSettings({ teamLimit: 3 }, anna))
  mustDo(await cup.app.changeSettings({ teamLimit: 1 }, anna, { confirm: true }))
  expect((await settings()).teamLimit).toBe(1)
})
