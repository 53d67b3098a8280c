import { beforeEach, expect, test } from 'vitest'
import { anna, aVisitor, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { lotsShown } from '../../domain/draw/lots.ts'

let clock: ManualClock
let cup: OpenCup

beforeEach(async () => {
  clock = manualClock()
  cup = await openCup({ clock })
  await cup.enter('Ann', 'Bob', 'Cid', 'Dan')
})

/** Lets real writes finish while the clock stands still. */
async function until(isTrue: () => Promise<boolean>) {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve))
}

const drawShow = (choice: 'on' | 'off') => cup.app.changeSettings({ drawShow: choice }, anna).then(mustDo)
const isOver = async () => (await cup.draw()).show === undefined
const lots = async () => lotsShown(await cup.draw(), clock.now().getTime())

test('a draw is a show only if set so', async () => {
  mustDo(await cup.app.createDraw(aVisitor))
  expect(await isOver()).toBe(true)
})

test('the show ends automatically after its last lot, and the next draw is a show again', async () => {
  await drawShow('on')
  mustDo(await cup.app.createDraw(aVisitor))
  await clock.advance(8_000)
  expect(await lots()).toBe(3)
  await clock.advance(4_000)
  await until(isOver)
  const [line] = await cup.app.journal(anna, { limit: 1 })
  expect(line).toMatchObject({ who: 'the cup', action: 'end-show', canTakeBack: false })
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  expect(await lots()).toBe(0)
})

test('an organiser ends it with one tap; a second tap is a no-op', async () => {
  await drawShow('on')
  mustDo(await cup.app.createDraw(aVisitor))
  expect(mustDo(await cup.app.finishShow({}, anna)).message).toBe('Every lot is shown.')
  expect(await lots()).toBe(4)
  expect((await cup.fresh()).draw).toEqual(await cup.draw())
  expect(mustDo(await cup.app.finishShow({}, anna))).toMatchObject({ unchanged: true })
  const [line] = await cup.app.journal(anna, { limit: 1 })
  expect(line).toMatchObject({ who: anna.email, action: 'finish-show' })
})

test('after a restart of the server it continues at the right lot, and ends on time', async () => {
  await drawShow('on')
  mustDo(await cup.app.createDraw(aVisitor))
  await clock.advance(5_000)
  cup.app.close()
  cup.view.close()
  const restarted = await openCup({ clock, dataDir: cup.dataDir })
  await restarted.view.ready()
  await clock.advance(1_000)
  expect(lotsShown(await restarted.draw(), clock.now().getTime())).toBe(2)
  await clock.advance(6_000)
  await until(async () => (await restarted.draw()).show === undefined)
})

test('the first call ends it', async () => {
  await drawShow('on')
  mustDo(await cup.app.createDraw(aVisitor))
  mustDo(await cup.app.callMatch({}, anna))
  expect(await lots()).toBe(4)
  await clock.advance(0)
  await until(isOver)
})

test('a draw that is taken back and restored is shown as a whole', async () => {
  await drawShow('on')
  const { revision = 0 } = mustDo(await cup.app.createDraw(anna))
  const back = mustDo(await cup.app.takeBack({ revision }, anna))
  mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
  expect(await isOver()).toBe(true)
  expect((await cup.fresh()).draw).toEqual(await cup.draw())
})
