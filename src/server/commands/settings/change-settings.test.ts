import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  anna,
  aVisitor,
  freshView,
  mustDo,
  type OpenCup,
  openCup,
} from '../../../../tests/support/cup-app.ts'
import { defaultEditions, defaultSettings } from '../../../domain/settings/settings.ts'

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
})

afterEach(() => cup.close())

const settings = async () => (await cup.app.publicView()).settings

test('a change leaves the other settings as they were', async () => {
  const changed = mustDo(await cup.app.changeSettings({ announcement: '', teamLimit: 16 }, anna))
  expect(await settings()).toEqual({ ...defaultSettings, announcement: '', teamLimit: 16 })
  expect(changed.message).toBe('Settings changed: Sponsor announcement emptied, Limit of teams now 16.')
})

test('a closing time is told as a time', async () => {
  const closing = { registrationClosesAt: '2025-05-02T18:00:00.000Z' }
  expect(mustDo(await cup.app.changeSettings(closing, anna)).message).toBe(
    'Settings changed: Closing time of registration now 2025-05-02 18:00 UTC.',
  )
})

test('a change that changes nothing is no change', async () => {
  expect(
    mustDo(await cup.app.changeSettings({ specialEvents: defaultSettings.specialEvents }, anna)).revision,
  ).toBe(0)
})

test('settings can be taken back as long as they still are as chosen', async () => {
  const opened = mustDo(await cup.app.changeSettings({ registration: 'open', byes: 'at-once' }, anna))
  mustDo(await cup.app.takeBack({ revision: opened.revision }, anna))
  expect(await settings()).toEqual(defaultSettings)
  expect(await cup.app.takeBack({ revision: opened.revision }, anna)).toMatchObject({
    reason: 'cannot-take-back',
  })
})

test('past champions are written down, and can be taken back', async () => {
  const editions = defaultEditions.with(10, {
    number: 11,
    season: 'Spring 2025',
    theme: 'Neon',
    winners: 'Ann, Bob',
  })
  const changed = mustDo(await cup.app.changeEditions(editions, anna))
  expect((await cup.app.publicView()).editions).toEqual(editions)
  mustDo(await cup.app.takeBack({ revision: changed.revision }, anna))
  expect((await cup.app.publicView()).editions).toEqual(defaultEditions)
})

describe("the edition's number", () => {
  async function play(...names: string[]) {
    await cup.enter(...names)
    mustDo(await cup.app.createDraw(aVisitor))
  }

  /** What a node that starts now would show. */
  const expectFresh = async () =>
    expect(await freshView(cup.storage, cup.clock)).toEqual(await cup.app.publicView())

  test('before the champion is known is just corrected', async () => {
    await play('Ann', 'Bob')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const view = await cup.app.publicView()
    expect(view.entries).toHaveLength(2)
    expect(view.draw?.edition).toBe(12)
    await expectFresh()
    expect(await cup.app.pastEditions()).toEqual([{ number: 12, season: 'Spring 2025', current: true }])
  })

  test('is just corrected where one team is alone in the draw: nobody has won anything', async () => {
    await play('Ann')
    mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    const view = await cup.app.publicView()
    expect(view.entries).toHaveLength(1)
    expect(view.draw?.edition).toBe(12)
    expect(view.pastDraws).toEqual([])
  })

  test('after the champion begins the next edition, and the old draw stays to be looked at', async () => {
    await play('Ann', 'Bob')
    await cup.win('Ann')
    const old = await cup.draw()
    mustDo(await cup.app.changeSettings({ editionNumber: 12, editionSeason: 'Fall 2025' }, anna))
    const view = await cup.app.publicView()
    expect(view).toMatchObject({ entries: [], drawStatus: 'none', pastDraws: [11] })
    expect(view.draw).toBeUndefined()
    await expectFresh()
    expect(await cup.app.pastEditions()).toEqual([
      { number: 12, season: 'Fall 2025', current: true },
      { number: 11, season: 'Spring 2025', current: false },
    ])
    expect(await cup.app.pastDraw(11)).toEqual(old)
    expect(await cup.app.pastDraw(10)).toBeUndefined()

    await play('Cid', 'Dan', 'Eve')
    expect((await cup.draw()).edition).toBe(12)
    mustDo(await cup.app.changeSettings({ editionNumber: 11 }, anna))
    expect(await cup.draw()).toEqual(old)
    await expectFresh()
  })

  test('says what came of it: renamed with all it has, begun anew, or gone back to', async () => {
    const number = async (editionNumber: number) =>
      mustDo(await cup.app.changeSettings({ editionNumber }, anna)).message
    expect(await number(12)).toBe('Settings changed: Edition number now 12.')
    await cup.enter('Ann', 'Bob')
    expect(await number(13)).toBe(
      'N12 goes on as N13, with its entries. Settings changed: Edition number now 13.',
    )
    mustDo(await cup.app.createDraw(aVisitor))
    expect(await number(14)).toBe(
      'N13 goes on as N14, with its entries and its draw. Settings changed: Edition number now 14.',
    )
    await cup.win('Ann')
    expect(await number(15)).toBe(
      'N15 begins, without entries and draw; N14 is a past tournament. Settings changed: Edition number now 15.',
    )
    expect(await number(14)).toBe('N14 is back, with what it had. Settings changed: Edition number now 14.')
  })

  test('changed by mistake is taken back with everything that belongs to it', async () => {
    await play('Ann', 'Bob')
    await cup.win('Ann')
    const old = await cup.app.publicView()
    const moved = mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
    mustDo(await cup.app.takeBack({ revision: moved.revision }, anna))
    const { revision: _now, ...view } = await cup.app.publicView()
    const { revision: _then, ...before } = old
    expect(view).toEqual(before)
  })
})
