import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { freshView } from '../support/cup-app.ts'
import { type OrganisedCup, phoneOf, startOrganisedCup } from '../support/organised-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup
let logged: string[]

beforeEach(async () => {
  logged = watchLog(/database or disk is full|write a readonly database|disk image is malformed/)
  cup = await startOrganisedCup({ teams: 5, settings: { organiserTools: 'on' } })
})

const pragma = (text: string) =>
  cup.storage.read(
    async (db) => (await sql.raw<Record<string, number>>(`pragma ${text}`).execute(db)).rows[0],
  )

/** Simulates a full disk: SQLite may not add a page. */
async function fill(isFull: boolean) {
  const pages = (await pragma('page_count'))?.page_count ?? 0
  await pragma(`max_page_count = ${isFull ? pages : 1_000_000}`)
}

const register = (number: number) =>
  cup.post('/register', {
    player1Name: `Late ${number} ${'x'.repeat(60)}`,
    player2Name: 'y'.repeat(80),
    teams: 'z'.repeat(120),
    teamPhoneNumber: phoneOf(number),
  })

test('on a full disk a registration is refused with its message, nothing is half done, and later it works', async () => {
  await fill(true)
  let last = await register(0)
  let before = await cup.view()
  // The last pages have free space to use up first.
  for (let number = 1; last.status < 500; number += 1) {
    before = await cup.view()
    last = await register(number)
    expect(number).toBeLessThan(1_000)
  }
  expect(await last.text()).toContain(messages.registerFailed)
  expect(await cup.view()).toEqual(before)
  expect(await freshView(cup.storage, cup.clock)).toEqual(before)
  expect((await cup.page('/entries')).status).toBe(200)

  expect(logged).toEqual([expect.stringContaining('register failed.')])

  await fill(false)
  expect((await register(2_000)).status).toBeLessThan(400)
  expect((await cup.view()).revision).toBe(before.revision + 1)
})

test('on a read-only disk each organiser action fails with its own message and changes nothing', async () => {
  const before = await cup.view()
  const open = (await cup.draw()).rounds[0]?.matches.find(({ winner }) => !winner)
  const bye = (await cup.draw()).rounds[0]?.matches.find(({ winner }) => winner)
  const [team] = before.entries
  if (!open || !bye || !team) throw new Error('A draw without a match to play')
  const exchange = { from: `${open.id}:1`, to: `${bye.id}:1` }
  const tries: readonly [path: string, fields: Record<string, string>, says: string][] = [
    ['/admin/draw', { intent: 'set-winner', matchId: open.id, side: '1' }, messages.winnerFailed],
    ['/admin/draw', { intent: 'undo', matchId: bye.id }, messages.undoFailed],
    ['/admin/draw', { intent: 'exchange', ...exchange }, messages.exchangeFailed],
    ['/admin/draw', { intent: 'reset', confirm: 'yes' }, messages.resetFailed],
    ['/admin/teams', { intent: 'unapprove', teamId: team.id }, messages.approvalFailed],
  ]
  await pragma('query_only = 1')
  for (const [path, fields, says] of tries) {
    const { status, html } = await cup.send(path, fields)
    expect([says, status >= 500, html.includes(says)]).toEqual([says, true, true])
  }
  expect(await cup.view()).toEqual(before)
  expect(await freshView(cup.storage, cup.clock)).toEqual(before)

  expect(logged).toHaveLength(tries.length)

  await pragma('query_only = 0')
  const [path, fields] = tries[0] as (typeof tries)[number]
  expect((await cup.send(path, fields)).location).toContain(`done=${before.revision + 1}`)
})

async function fillUp() {
  await fill(true)
  for (let number = 0; (await register(number)).status < 500; number += 1) expect(number).toBeLessThan(1_000)
}

const health = async () => (await fetch(`${cup.url}/healthz`)).status

test('the health check reports a full or read-only disk within a minute, and the recovery', async () => {
  expect(await health()).toBe(200)
  const ways: readonly (readonly [broken: () => Promise<unknown>, mended: () => Promise<unknown>])[] = [
    [fillUp, () => fill(false)],
    [() => pragma('query_only = 1'), () => pragma('query_only = 0')],
  ]
  for (const [breakIt, mendIt] of ways) {
    await breakIt()
    await cup.clock.advance(60_000)
    expect(await health()).toBe(503)
    await mendIt()
    await cup.clock.advance(60_000)
    expect(await health()).toBe(200)
  }
})

test('the health check notices database pages that are damaged while the cup runs', async () => {
  const { revision } = await cup.view()
  await pragma('wal_checkpoint(truncate)')
  const [{ rootpage }] = (await cup.storage
    .read((db) =>
      sql<{ rootpage: number }>`select rootpage from sqlite_master where name = 'journal'`.execute(db),
    )
    .then(({ rows }) => rows)) as [{ rootpage: number }]
  const file = await open(join(cup.dataDir, 'cup.sqlite'), 'r+')
  await file.write(Buffer.alloc(4_096, 0x5a), 0, 4_096, (rootpage - 1) * 4_096)
  await file.close()
  // SQLite would answer from its page cache; a write by another connection invalidates it.
  const other = new DatabaseSync(join(cup.dataDir, 'cup.sqlite'))
  other.exec('create table another (word text)')
  other.close()
  await cup.clock.advance(60_000)
  expect(await health()).toBe(503)
  expect((await cup.view()).revision).toBe(revision)
})
