import { systemClock } from '../../src/server/clock.ts'
import { drawOf, drawTeams } from '../../tests/live/support/night.ts'
import { startCup, type TestCup } from '../../tests/support/start-cup.ts'
import { answer, memory } from './worker.ts'

let cup: TestCup | undefined

const questions = {
  /** A complete cup with a fresh draw, in its own folder. */
  async start({ teams }: { teams: number }) {
    cup = await startCup({ clock: systemClock })
    const draw = await drawTeams(cup, teams)
    const { revision } = await cup.app.publicView()
    const matchId = draw.rounds[0]?.matches[0]?.id ?? ''
    return { port: cup.port, cookie: await cup.signIn(), revision, matchId }
  },
  memory: () => memory(),
  async draw() {
    if (!cup) throw new Error('Not started')
    return drawOf(await cup.app.publicView())
  },
  stop: () => cup?.stop(),
}

export type CupQuestions = typeof questions

answer(questions)
