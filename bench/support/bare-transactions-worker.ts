import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { answer } from './worker.ts'

/*
 * What a tap writes, and nothing else: a row of the journal, two matches, the cup's clock, in one durable transaction.
 * No rule, no reading, no query builder; statements are prepared once.
 */
const changes = JSON.stringify({ fill: 'x'.repeat(360) })
const before = JSON.stringify({ fill: 'x'.repeat(420) })
const words = 'Player 1, Partner 1 won against Player 2, Partner 2 in Round of 128, match 1'
const side = 'Player 1'
const players = '["Player 1","Partner 1"]'

const tables = `
  create table journal (revision integer primary key, at text, who text, action text, words text, details text, changes text, before text);
  create table matches (id text primary key, team1 text, team2 text, players1 text, players2 text, winner text, decided_at text, revision integer);
  create table system (id text primary key, revision integer)`
const rows = [
  "insert into matches (id) values ('1-aaaaaaaa'), ('1-bbbbbbbb')",
  "insert into system values ('current', 0)",
]

function valuesOf(revision: number) {
  const at = new Date().toISOString()
  return {
    journal: [
      revision,
      at,
      'bench@cup.test',
      'set-winner',
      words,
      '{"message":"Player 1 advanced to the next round"}',
      changes,
      before,
    ],
    match: (id: string) => [side, side, players, players, side, at, revision, id],
  }
}

async function onSqlite(count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cup-bench-bare-'))
  const db = new DatabaseSync(join(folder, 'bare.sqlite'))
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    db.exec(tables)
    for (const row of rows) db.exec(row)
    const begin = db.prepare('begin immediate')
    const journal = db.prepare('insert into journal values (?, ?, ?, ?, ?, ?, ?, ?)')
    const match = db.prepare(
      'update matches set team1 = ?, team2 = ?, players1 = ?, players2 = ?, winner = ?, decided_at = ?, revision = ? where id = ?',
    )
    const system = db.prepare("update system set revision = ? where id = 'current'")
    const commit = db.prepare('commit')
    const start = performance.now()
    for (let revision = 1; revision <= count; revision += 1) {
      const values = valuesOf(revision)
      begin.run()
      journal.run(...values.journal)
      match.run(...values.match('1-aaaaaaaa'))
      match.run(...values.match('1-bbbbbbbb'))
      system.run(revision)
      commit.run()
    }
    return count / ((performance.now() - start) / 1_000)
  } finally {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(connectionString: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('drop table if exists journal, matches, system')
    await client.query(tables)
    for (const row of rows) await client.query(row)
    const start = performance.now()
    for (let revision = 1; revision <= count; revision += 1) {
      const values = valuesOf(revision)
      await client.query('begin')
      await client.query({
        name: 'journal',
        text: 'insert into journal values ($1, $2, $3, $4, $5, $6, $7, $8)',
        values: values.journal,
      })
      for (const id of ['1-aaaaaaaa', '1-bbbbbbbb']) {
        await client.query({
          name: 'match',
          text: 'update matches set team1 = $1, team2 = $2, players1 = $3, players2 = $4, winner = $5, decided_at = $6, revision = $7 where id = $8',
          values: values.match(id),
        })
      }
      await client.query({
        name: 'system',
        text: "update system set revision = $1 where id = 'current'",
        values: [revision],
      })
      await client.query('commit')
    }
    return count / ((performance.now() - start) / 1_000)
  } finally {
    await client.end()
  }
}

const questions = {
  sqlite: ({ count }: { count: number }) => onSqlite(count),
  postgres: ({ url, count }: { url: string; count: number }) => onPostgres(url, count),
}

export type BareTransactionQuestions = typeof questions

answer(questions)
