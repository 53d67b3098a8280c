import { startPostgres } from '../../tests/support/postgres.ts'
import type { BareTransactionQuestions } from '../support/bare-transactions-worker.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import { median, ms, type Result, ratio } from '../support/statistics.ts'
import { startWorker, type Worker } from '../support/worker.ts'

const cupWorker = () => startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))
const bareWorker = () =>
  startWorker<BareTransactionQuestions>(new URL('../support/bare-transactions-worker.ts', import.meta.url))

/** What one posted tap costs with 4,096 teams, against 16: posts from outside, one after the other, turn by turn. */
export async function measureTapSizes({ posts }: { posts: number }): Promise<Result[]> {
  const small = cupWorker()
  const large = cupWorker()
  try {
    const cups = [await small.ask('start', { teams: 16 }), await large.ask('start', { teams: 4_096 })]
    const times: number[][] = [[], []]
    const warmUp = 20
    for (let turn = 0; turn < posts + warmUp; turn += 1) {
      for (const [at, cup] of cups.entries()) {
        const taken = await timePost(cup, turn)
        if (turn >= warmUp) times[at]?.push(taken)
      }
    }
    const [few, many] = times.map(median) as [number, number]
    return [
      {
        what: 'A posted tap with 4,096 teams, against one with 16',
        measured: `${ratio(many / few)} (${ms(many)} to ${ms(few)})`,
        target: 'at most 2.00',
        isMet: many / few <= 2,
      },
    ]
  } finally {
    await endAll([small, large])
  }
}

async function timePost(
  cup: { port: number; cookie: string; matchId: string },
  turn: number,
): Promise<number> {
  const begin = performance.now()
  const response = await fetch(`http://127.0.0.1:${cup.port}/admin/draw`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cup.cookie },
    body: new URLSearchParams({
      intent: 'set-winner',
      matchId: cup.matchId,
      side: String(1 + (turn % 2)),
      confirm: 'yes',
    }),
  })
  if (response.status !== 303) throw new Error(`The tap was answered with ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - begin
}

/** Durable taps a second, rules and all, against bare transactions that write as much, turn by turn. */
export async function measureDurableTaps({
  count,
  turns,
}: {
  count: number
  turns: number
}): Promise<Result[]> {
  const postgres = await startPostgres()
  const bare = bareWorker()
  const onSqlite = cupWorker()
  const onPostgres = cupWorker()
  try {
    await onSqlite.ask('start', { teams: 128 })
    await onPostgres.ask('start', { teams: 128, databaseUrl: await postgres.createDatabase() })
    const bareUrl = await postgres.createDatabase()
    const engines = [
      { name: 'SQLite', taps: onSqlite, bare: () => bare.ask('sqlite', { count }) },
      { name: 'PostgreSQL', taps: onPostgres, bare: () => bare.ask('postgres', { url: bareUrl, count }) },
    ]
    const results: Result[] = []
    for (const engine of engines) {
      const rates = { taps: [] as number[], bare: [] as number[] }
      await engine.taps.ask('taps', { count: 50 })
      for (let turn = 0; turn < turns; turn += 1) {
        rates.taps.push(await engine.taps.ask('taps', { count }))
        rates.bare.push(await engine.bare())
      }
      const [ours, least] = [median(rates.taps), median(rates.bare)]
      results.push({
        what: `Durable taps a second on ${engine.name}, against bare transactions that write as much`,
        measured: `${ratio(ours / least)} (${Math.round(ours)} to ${Math.round(least)} a second)`,
        target: 'at least 0.50',
        isMet: ours / least >= 0.5,
      })
    }
    return results
  } finally {
    await endAll([onSqlite, onPostgres])
    await bare.stop()
    await postgres.stop()
  }
}

async function endAll(cups: Worker<CupQuestions>[]) {
  for (const cup of cups) {
    await cup.ask('stop', undefined as never).catch(() => {})
    await cup.stop()
  }
}
