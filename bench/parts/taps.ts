import { startPostgres } from '../../tests/support/postgres.ts'
import type { BareTransactionQuestions } from '../support/bare-transactions-worker.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import { median, ms, type Result, ratio } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

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

/** Durable taps a second, rules and all, against bare transactions that write the same rows, turn by turn. */
export async function measureDurableTaps({
  count,
  turns,
}: {
  count: number
  turns: number
}): Promise<Result[]> {
  const postgres = await startPostgres()
  const databases: [string, string | undefined, string | undefined][] = [
    ['SQLite', undefined, undefined],
    ['PostgreSQL', await postgres.createDatabase(), await postgres.createDatabase()],
  ]
  const results: Result[] = []
  try {
    for (const [engine, ...urls] of databases)
      results.push(await measureEngine(engine, urls, { count, turns }))
    return results
  } finally {
    await postgres.stop()
  }
}

/** Until V8 has compiled what there is to compile on both sides: a tap gains from turn to turn until the third. */
const warmUpTurns = 3

async function measureEngine(
  engine: string,
  [databaseUrl, bareUrl]: (string | undefined)[],
  { count, turns }: { count: number; turns: number },
): Promise<Result> {
  const cup = cupWorker()
  const bare = bareWorker()
  try {
    await cup.ask('start', { teams: 128, databaseUrl })
    await bare.ask('start', { databaseUrl: bareUrl })
    const rates = { taps: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
      const taps = await cup.ask('taps', { count })
      const least = await bare.ask('transactions', { count })
      if (turn < warmUpTurns) continue
      rates.taps.push(taps)
      rates.bare.push(least)
    }
    const [ours, least] = [median(rates.taps), median(rates.bare)]
    return {
      what: `Durable taps a second on ${engine}, against bare transactions that write the same rows`,
      measured: `${ratio(ours / least)} (${Math.round(ours)} to ${Math.round(least)} a second)`,
      target: 'at least 0.50',
      isMet: ours / least >= 0.5,
    }
  } finally {
    await endAll([cup, bare])
  }
}

type Ending = { ask(name: 'stop', argument: never): Promise<unknown>; stop(): Promise<void> }

async function endAll(workers: readonly Ending[]) {
  for (const worker of workers) {
    await worker.ask('stop', undefined as never).catch(() => {})
    await worker.stop()
  }
}
