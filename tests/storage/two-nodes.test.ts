import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { lockCurrent } from '../../src/server/storage/system-rows.ts'
import { anna, aVisitor, ben, mustDo, type OpenCup, openCup, teamForm } from '../support/cup-app.ts'
import { manualClock } from '../support/manual-clock.ts'
import { createDatabase } from '../support/postgres.ts'

async function node(databaseUrl: string, more: Parameters<typeof openCup>[0] = {}) {
  const cup = await openCup({ databaseUrl, ...more })
  await cup.app.publicView()
  return cup
}

/** A node that receives no NOTIFY. */
const deaf = (storage: Storage): Storage => ({ ...storage, listen: () => () => {} })

/** Resolves when a node's view reaches a revision. */
function reaches({ view }: OpenCup, revision: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if ((view.current()?.revision ?? -1) < revision) return
      stop()
      resolve()
    }
    const stop = view.subscribe(check)
    check()
  })
}

describe('two nodes on one PostgreSQL', () => {
  test('a change on one reaches the other by NOTIFY, without time passing', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await node(url), await node(url)]
    const { revision } = mustDo(await one.app.changeSettings({ announcement: 'Hello' }, anna))
    await reaches(other, revision)
    expect((await other.app.publicView()).settings.announcement).toBe('Hello')
  })

  test('without NOTIFY it arrives within 2 s, by polling', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const clock = manualClock()
    const [one, other] = [await node(url), await node(url, { clock, wrapStorage: deaf })]
    const { revision } = mustDo(await one.app.changeSettings({ announcement: 'Hello' }, anna))
    expect(other.view.current()?.revision).toBeLessThan(revision)
    await clock.advance(2_000)
    await reaches(other, revision)
    expect((await other.app.publicView()).settings.announcement).toBe('Hello')
  })

  test('simultaneous visitors on both get the same draw', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await node(url, { clock: systemClock }), await node(url, { clock: systemClock })]
    await one.enter('Ann', 'Bob', 'Cid', 'Dan', 'Eve')
    const answers = await Promise.all([one, other, one, other].map(({ app }) => app.createDraw(aVisitor)))
    const made = answers.map(mustDo)
    expect(new Set(made.map(({ drawId }) => drawId)).size).toBe(1)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
    const rows = await one.storage.read((db) => db.selectFrom('tournaments').select('id').execute())
    expect(rows).toHaveLength(1)
  })

  test('a form sent to both at once enters the team once', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await node(url), await node(url)]
    mustDo(await one.app.changeSettings({ registration: 'open' }, anna))
    const requestId = 'a-random-token-of-the-form'
    await Promise.all(
      [one, other, one, other].map(({ app }) => app.registerTeam(teamForm('Ann'), { requestId })),
    )
    expect((await one.fresh()).entries).toHaveLength(1)
  })

  test('a tap repeated on the other node counts once', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await node(url), await node(url)]
    await one.enter('Ann', 'Bob')
    mustDo(await one.app.createDraw(aVisitor))
    const final = (await one.draw()).rounds[0]?.matches[0]
    const tap = { matchId: final?.id ?? '', side: 1 as const, requestId: 'tap' }
    const answers = await Promise.all([one.app.setWinner(tap, anna), other.app.setWinner(tap, anna)])
    expect(answers[0]).toEqual(answers[1])
    expect(await one.app.journal(anna, { actions: ['set-winner'], limit: 100 })).toHaveLength(1)
  })

  test('two organisers playing on two nodes leave one consistent draw, the same on both', async () => {
    const url = await createDatabase(inject('postgresUrl'))
    const [one, other] = [await node(url), await node(url)]
    await one.enter(...Array.from({ length: 11 }, (_, index) => `Player ${index}`))
    mustDo(await one.app.createDraw(aVisitor))
    for (let turn = 0; turn < 6; turn += 1) {
      const { rounds } = await one.draw()
      const open = rounds.flatMap(({ matches }) => matches).filter(({ winner }) => !winner)
      const taps = open.flatMap(({ id }) => [
        one.app.setWinner({ matchId: id, side: 1 }, anna),
        other.app.setWinner({ matchId: id, side: 2, confirm: true }, ben),
      ])
      taps.push(other.app.advanceByes({}, ben), one.app.callMatch({}, anna))
      await Promise.all(taps)
    }
    const fresh = await one.fresh()
    await Promise.all([reaches(one, fresh.revision), reaches(other, fresh.revision)])
    expect(findFaults(await one.draw())).toEqual([])
    expect(await one.app.publicView()).toEqual(fresh)
    expect(await other.app.publicView()).toEqual(fresh)
  })
})

test('a node that freezes in the middle of a change does not block the others for ever', async () => {
  // The database's clock is real, so this node gets a shorter timeout than usual.
  const url = await createDatabase(inject('postgresUrl'))
  const other = await node(url)
  const frozen = await openStorage({
    dataDir: '',
    databaseUrl: `${url}?idle_in_transaction_session_timeout=2000`,
  })
  const taken = Promise.withResolvers<void>()
  const thaw = Promise.withResolvers<void>()
  const stuck = frozen.transaction(async (db) => {
    await lockCurrent(db)
    taken.resolve()
    await thaw.promise
    await lockCurrent(db)
  })
  await taken.promise
  mustDo(await other.app.changeSettings({ teamLimit: 8 }, anna))
  thaw.resolve()
  await expect(stuck).rejects.toThrow()
  await frozen.close()

  const { rows } = await other.storage.read((db) =>
    sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(db),
  )
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '8s' }])
})
