import { admin, startBenchCup } from './bench-cup.ts'
import { answer, memory } from './worker.ts'

let cup: Awaited<ReturnType<typeof startBenchCup>> | undefined

const questions = {
  async start(options: { teams: number }) {
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
  async stop() {
    await cup?.stop()
    await cup?.remove()
  },
}

export type CupQuestions = typeof questions

answer(questions)
