import { describe, expect, test } from 'vitest'
import { anna, mustDo, type OpenCup, openCup } from '../../tests/support/cup-app.ts'
import { manualClock } from '../../tests/support/manual-clock.ts'
import { applyRevision } from '../domain/changes.ts'
import type { CupView } from '../domain/cup.ts'
import { saveMatches } from './storage/match-rows.ts'
import type { Storage } from './storage/storage.ts'
import { saveRevision } from './storage/system-rows.ts'
import { type News, oneAtATime } from './view.ts'

let cup: OpenCup

/** A storage that can be made to hang or to fail. */
function moody() {
  let mood: 'well' | 'failing' | 'silent' = 'well'
  const answer = <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (mood === 'failing') return Promise.reject(new Error('no answer from the disk'))
    return mood === 'silent' ? new Promise(() => {}) : ask()
  }
  return {
    become: (next: typeof mood) => {
      mood = next
    },
    wrapStorage: (storage: Storage): Storage => ({
      ...storage,
      read: (ask) => answer(() => storage.read(ask)),
      snapshot: (ask) => answer(() => storage.snapshot(ask)),
    }),
  }
}

const later = () => new Promise((resolve) => setImmediate(resolve))

describe('the public view', () => {
  test('begins with the spec’s defaults', async () => {
    cup = await openCup()
    expect(await cup.app.publicView()).toMatchObject({ revision: 0, entries: [], drawStatus: 'none' })
  })

  test('fails with the storage, and loads on the next call', async () => {
    const { become, wrapStorage } = moody()
    cup = await openCup({ wrapStorage })
    become('failing')
    await expect(cup.app.publicView()).rejects.toThrow('no answer from the disk')
    become('well')
    expect((await cup.app.publicView()).revision).toBe(0)
  })

  test('times out after 10 s, and loads on the next call', async () => {
    const { become, wrapStorage } = moody()
    const clock = manualClock()
    cup = await openCup({ wrapStorage, clock })
    become('silent')
    const asked = expect(cup.app.publicView()).rejects.toMatchObject({ name: 'LoadTimeout' })
    await clock.advance(10_000)
    await asked
    become('well')
    expect((await cup.app.publicView()).revision).toBe(0)
  })

  test('is not turned back by a load that resolves after its timeout', async () => {
    const slow = Promise.withResolvers<void>()
    let asked = 0
    const clock = manualClock()
    cup = await openCup({
      clock,
      wrapStorage: (storage) => ({
        ...storage,
        async snapshot(ask) {
          asked += 1
          const isFirst = asked === 1
          const answer = await storage.snapshot(ask)
          if (isFirst) await slow.promise
          return answer
        },
      }),
    })
    const first = cup.app.publicView()
    first.catch(() => {})
    await clock.advance(10_000)
    await expect(first).rejects.toThrow()
    await cup.app.publicView()
    mustDo(await cup.app.changeSettings({ teamLimit: 8 }, anna))
    const heard: News[] = []
    cup.view.subscribe((news) => heard.push(news))
    slow.resolve()
    await later()
    expect(heard).toEqual([])
    expect(cup.view.current()?.settings.teamLimit).toBe(8)
  })

  test('serves the last state while the storage fails, and catches up afterwards', async () => {
    const { become, wrapStorage } = moody()
    const clock = manualClock()
    const other = await openCup()
    cup = await openCup({ wrapStorage, clock, dataDir: other.dataDir })
    await cup.app.publicView()
    become('failing')
    mustDo(await other.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(2_000)
    expect((await cup.app.publicView()).settings.teamLimit).toBe(0)
    become('well')
    await clock.advance(2_000)
    while ((await cup.app.publicView()).settings.teamLimit !== 8) await later()
  })

  test('times out a read that hangs, and makes the next one', async () => {
    const { become, wrapStorage } = moody()
    const clock = manualClock()
    const other = await openCup()
    cup = await openCup({ wrapStorage, clock, dataDir: other.dataDir })
    await cup.app.publicView()
    become('silent')
    await clock.advance(2_000)
    become('well')
    mustDo(await other.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(8_000)
    expect((await cup.app.publicView()).settings.teamLimit).toBe(0)
    await clock.advance(4_000)
    while ((await cup.app.publicView()).settings.teamLimit !== 8) await later()
  })

  test('polls on even if its very first read hangs', async () => {
    const { become, wrapStorage } = moody()
    const clock = manualClock()
    const other = await openCup()
    cup = await openCup({ wrapStorage, clock, dataDir: other.dataDir })
    become('silent')
    cup.app.publicView().catch(() => {})
    await clock.advance(12_000)
    become('well')
    await cup.app.publicView()
    mustDo(await other.app.changeSettings({ teamLimit: 8 }, anna))
    await clock.advance(4_000)
    while ((await cup.app.publicView()).settings.teamLimit !== 8) await later()
  })

  test('is not turned back by a read that resolves after its timeout', async () => {
    const slow = Promise.withResolvers<void>()
    let isSlow = false
    const clock = manualClock()
    const other = await openCup()
    cup = await openCup({
      clock,
      dataDir: other.dataDir,
      wrapStorage: (storage) => ({
        ...storage,
        async snapshot(ask) {
          const waits = isSlow
          const answer = await storage.snapshot(ask)
          if (waits) await slow.promise
          return answer
        },
      }),
    })
    await cup.app.publicView()
    for (let limit = 1; limit <= 202; limit += 1)
      mustDo(await other.app.changeSettings({ teamLimit: limit }, anna))
    isSlow = true
    await clock.advance(2_000)
    isSlow = false
    await clock.advance(12_000)
    while ((await cup.app.publicView()).settings.teamLimit !== 202) await later()
    mustDo(await cup.app.changeSettings({ teamLimit: 300 }, anna))
    slow.resolve()
    for (let turn = 0; turn < 5; turn += 1) await later()
    expect((await cup.app.publicView()).settings.teamLimit).toBe(300)
  })

  test('delays a change by 2 s at most while it waits for the storage', async () => {
    const { become, wrapStorage } = moody()
    const clock = manualClock()
    cup = await openCup({ wrapStorage, clock })
    await cup.app.publicView()
    become('silent')
    await clock.advance(2_000)
    let answered = false
    const changing = cup.app.changeSettings({ teamLimit: 8 }, anna).finally(() => {
      answered = true
    })
    // Two timers are set already: for the poll, and for old phone numbers.
    await expect.poll(() => clock.waiting()).toBeGreaterThan(2)
    expect(answered).toBe(false)
    await clock.advance(2_000)
    expect((await changing).ok).toBe(true)
    become('well')
    await clock.advance(12_000)
    while ((await cup.app.publicView()).settings.teamLimit !== 8) await later()
  })

  test('notifies listeners of each revision once, in order, and applying them gives the same view', async () => {
    cup = await openCup()
    let page: CupView = await cup.app.publicView()
    const heard: number[] = []
    cup.view.subscribe((news: News) => {
      page = news.kind === 'view' ? news.view : applyRevision(page, news.revision)
      heard.push(page.revision)
    })
    await cup.play('Ann', 'Bob', 'Cid', 'Dan', 'Eve')
    mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
    mustDo(await cup.app.advanceByes({}, anna))
    mustDo(await cup.app.callMatch({}, anna))
    const match = (await cup.draw()).rounds[0]?.matches.find(({ winner }) => !winner)
    mustDo(await cup.app.setWinner({ matchId: match?.id ?? '', side: 1 }, anna))
    mustDo(await cup.app.undoWinner({ matchId: match?.id ?? '' }, anna))
    const reset = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    mustDo(await cup.app.takeBack({ revision: reset.revision }, anna))
    expect(heard).toEqual(Array.from({ length: page.revision }, (_, index) => index + 1))
    expect(page).toEqual(await cup.app.publicView())
    expect(page).toEqual(await cup.fresh())
  })

  test('equals a fresh load after many concurrent changes', async () => {
    cup = await openCup()
    await cup.app.publicView()
    mustDo(await cup.app.changeSettings({ registration: 'open' }, anna))
    const form = (player1Name: string) => ({ player1Name, player2Name: '', teams: '', teamPhoneNumber: '1' })
    await Promise.all(Array.from({ length: 30 }, (_, index) => cup.app.registerTeam(form(`Team ${index}`))))
    expect((await cup.app.publicView()).entries).toHaveLength(30)
    expect(await cup.app.publicView()).toEqual(await cup.fresh())
  })

  test('detects a database that lost a change and reached the same revision again', async () => {
    const other = await openCup({ clock: manualClock(new Date('2025-04-04T21:00:00Z')) })
    cup = await openCup({ dataDir: other.dataDir })
    await cup.play('Ann', 'Bob', 'Cid', 'Dan')
    const before = await cup.draw()
    const match = await cup.matchOf('Ann')
    const lost = mustDo(await cup.app.setWinner({ matchId: match.id, side: 1 }, anna))

    // As after a failover to a standby that had not received it.
    await cup.storage.transaction(async (db) => {
      await db.deleteFrom('journal').where('revision', '=', lost.revision).execute()
      await saveMatches(
        db,
        before.id,
        before.rounds.flatMap(({ matches }) => matches),
        before.teams,
      )
      await saveRevision(db, lost.revision - 1)
    })
    await other.view.catchUp()
    const made = mustDo(await other.app.setWinner({ matchId: match.id, side: 2 }, anna))
    expect(made.revision).toBe(lost.revision)

    const again = await cup.app.setWinner({ matchId: match.id, side: 2 }, anna)
    expect(again).toMatchObject({ ok: true, value: { unchanged: true } })
    await cup.view.catchUp()
    expect(await cup.app.publicView()).toEqual(await cup.fresh())
  })

  test('reloads when far behind, and notifies listeners', async () => {
    const clock = manualClock()
    const other = await openCup()
    cup = await openCup({ clock, dataDir: other.dataDir })
    await cup.app.publicView()
    const heard: News[] = []
    cup.view.subscribe((news) => heard.push(news))
    for (let limit = 1; limit <= 202; limit += 1)
      mustDo(await other.app.changeSettings({ teamLimit: limit }, anna))
    await cup.view.catchUp()
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({ kind: 'view', view: { revision: 202, settings: { teamLimit: 202 } } })
  })
})

describe('one run at a time', () => {
  test.each([
    ['ended', () => Promise.resolve()],
    ['failed', () => Promise.reject(new Error('no answer from the disk'))],
  ])('a request in the very moment after a run has %s leads to another run', async (_how, answer) => {
    let runs = 0
    const reading = oneAtATime(() => {
      runs += 1
      return answer()
    })
    reading.ask().catch(() => {})
    // One turn: the loop has taken note of the answer, and nobody who waits for it has.
    await null
    await reading.ask().catch(() => {})
    expect(runs).toBe(2)
  })

  test('requests during a run share one more', async () => {
    let runs = 0
    const reading = oneAtATime(async () => {
      runs += 1
      await later()
    })
    await Promise.all([reading.ask(), reading.ask(), reading.ask()])
    expect(runs).toBe(2)
    expect(reading.isRunning()).toBe(false)
  })
})
