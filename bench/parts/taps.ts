import type { CupQuestions } from '../support/cup-worker.ts'
import { median, ms, type Result, ratio } from '../support/statistics.ts'
import { startWorker } from '../support/worker.ts'

const cupWorker = () => startWorker<CupQuestions>(new URL('../support/cup-worker.ts', import.meta.url))

/** Cost of a posted tap with 4,096 teams against 16: sequential requests, in turns. */
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
    for (const cup of [small, large]) {
      await cup.ask('stop', undefined as never).catch(() => {})
      await cup.stop()
    }
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
