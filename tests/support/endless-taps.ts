import { anna, aVisitor, mustDo, openCup } from './cup-app.ts'
import { manualClock } from './manual-clock.ts'

// Run as a process of its own, to be killed: taps winners for ever and writes down each revision it was answered.
const [dataDir] = process.argv.slice(2)
const cup = await openCup({ dataDir, clock: manualClock() })
await cup.enter(...Array.from({ length: 8 }, (_, index) => `Player ${index}`))
mustDo(await cup.app.createDraw(aVisitor))
const matches = (await cup.draw()).rounds[0]?.matches ?? []
for (let tap = 0; ; tap += 1) {
  const matchId = matches[tap % matches.length]?.id ?? ''
  const side = Math.floor(tap / matches.length) % 2 === 0 ? 1 : 2
  const { revision } = mustDo(await cup.app.setWinner({ matchId, side }, anna))
  process.stdout.write(`${revision}\n`)
}
