import { admin, startBenchCup } from './bench-cup.ts'
import { answer, memory } from './worker.ts'

let cup: Awaited<ReturnType<typeof startBenchCup>> | undefined

const questions = {
  async start(options: { teams: number; databaseUrl?: string }) {
    cup = await startBenchCup(options)
    const { port, revision, matchId } = cup
    const login = await fetch(`http://127.0.0.1:${port}/login`, {
      method: 'POST',
      body: new URLSearchParams(admin),
      redirect: 'manual',
    })
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    return { port, cookie, revision, matchId }
  },
  memory: () => memory(),
  async draw() {
    const draw = await cup?.draw()
    if (!draw) throw new Error('Not started')
    return draw
  },
  /** Answers taps a second. */
  async taps({ count }: { count: number }) {
    if (!cup) throw new Error('Not started')
    const begin = performance.now()
    for (let tap = 0; tap < count; tap += 1) await cup.tap(tap % 2 === 0 ? 1 : 2)
    return count / ((performance.now() - begin) / 1_000)
  },
  async stop() {
    await cup?.stop()
    await cup?.remove()
  },
}

export type CupQuestions = typeof questions

answer(questions)
