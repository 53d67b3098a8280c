import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { startBenchCup } from './bench-cup.ts'
import { answer } from './worker.ts'

/*
 * What a tap writes, and nothing else: a row of the journal, two matches and the cup's clock, in one durable
 * transaction on the same tables with the same values. No rule, no reading, no query builder; statements are prepared
 * once, and one connection is kept.
 */
type Value = SQLInputValue
type Row = Record<string, Value>
type Statement = { readonly name: string; readonly sql: string; readonly values: Value[] }
type Engine = {
  read(sql: string): Promise<Row[]>
  /** One transaction. */
  write(statements: readonly Statement[]): Promise<void>
  close(): Promise<void> | void
}

function onSqlite(file: string): Engine {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  const prepared = new Map<string, StatementSync>()
  return {
    read: async (sql) => db.prepare(sql).all() as Row[],
    async write(statements) {
      begin.run()
      for (const { name, sql, values } of statements) {
        const statement = prepared.get(name) ?? db.prepare(sql.replaceAll('$', '?'))
        prepared.set(name, statement)
        statement.run(...values)
      }
      commit.run()
    },
    close: () => db.close(),
  }
}

async function onPostgres(url: string): Promise<Engine> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    read: async (sql) => (await client.query<Row>(sql)).rows,
    async write(statements) {
      await client.query('begin')
      for (const { name, sql, values } of statements) await client.query({ name, text: sql, values })
      await client.query('commit')
    },
    close: () => client.end(),
  }
}

const entryColumns = 'revision at who action words details changes before request_id'.split(' ')
const matchColumns =
  'revision decided_at team1 team2 team1_players team2_players team1_id team2_id winner winner_side walkover table_number called_at'.split(
    ' ',
  )
const matchKey = ['tournament_id', 'id']

const place = (_: unknown, at: number) => `$${at + 1}`
const assign = (name: string, at: number) => `${name} = $${at + 1}`

const insertEntry = `insert into journal (${entryColumns.join(', ')}) values (${entryColumns.map(place).join(', ')})`
const updateMatch = `update matches set ${matchColumns.map(assign).join(', ')} where tournament_id = $14 and id = $15`
const moveClock = "update system set revision = $1 where id = 'current'"

/** What a real tap left behind, to be written again and again: its revision and its moment stand first. */
async function statementsOfLastTap({ read }: Engine): Promise<Statement[]> {
  const [entry] = await read('select * from journal order by revision desc limit 1')
  if (!entry) throw new Error('No tap was made')
  const matches = await read(`select * from matches where revision = ${entry.revision}`)
  return [
    ...matches.map((match) => ({
      name: 'match',
      sql: updateMatch,
      values: valuesOf(match, [...matchColumns, ...matchKey]),
    })),
    { name: 'entry', sql: insertEntry, values: valuesOf(entry, entryColumns) },
    { name: 'clock', sql: moveClock, values: valuesOf(entry, ['revision']) },
  ]
}

/** PostgreSQL hands JSON out as values and takes it as text. */
function valuesOf(row: Row, columns: readonly string[]): Value[] {
  return columns.map((name) => {
    const value = row[name] ?? null
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })
}

let engine: Engine | undefined
let statements: Statement[] = []
let revision = 0
let remove = async () => {}

const questions = {
  async start({ databaseUrl }: { databaseUrl?: string }) {
    const cup = await startBenchCup({ teams: 128, databaseUrl })
    await cup.tap(1)
    await cup.tap(2)
    await cup.stop()
    remove = cup.remove
    engine = databaseUrl ? await onPostgres(databaseUrl) : onSqlite(join(cup.dataDir, 'cup.sqlite'))
    statements = await statementsOfLastTap(engine)
    revision = Number(statements.at(-1)?.values[0])
  },
  /** Answers transactions a second. */
  async transactions({ count }: { count: number }) {
    if (!engine) throw new Error('Not started')
    const begin = performance.now()
    for (let transaction = 0; transaction < count; transaction += 1) {
      revision += 1
      const at = new Date().toISOString()
      for (const { values } of statements) {
        values[0] = revision
        if (values.length > 1 && values[1] !== null) values[1] = at
      }
      await engine.write(statements)
    }
    return count / ((performance.now() - begin) / 1_000)
  },
  async stop() {
    await engine?.close()
    await remove()
  },
}

export type BareTransactionQuestions = typeof questions

answer(questions)
