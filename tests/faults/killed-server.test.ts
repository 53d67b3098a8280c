import { expect, test } from 'vitest'
import { median } from '../../bench/support/statistics.ts'
import { startCupProcess } from '../support/cup-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { many, report, seconds, size } from './support/figures.ts'
import { engines, environmentOf, expectKept, makeDraw, startTapping } from './support/kept-taps.ts'

const kills = size('FAULT_KILLS', 3)

test.each(engines)(
  'a server killed at any moment, while several phones tap, has kept every acknowledged tap, on %s',
  {
    timeout: kills * 60_000,
  },
  async (engine, newDatabase) => {
    const dataDir = await temporaryFolder('killed-server')
    const place = { dataDir, databaseUrl: await newDatabase() }
    const matchIds = await makeDraw(place)
    const server = await startCupProcess(environmentOf(place))
    const starts: number[] = []
    let taps = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const tapping = await startTapping(server, matchIds)
      // After 1 to 60 taps, in a fixed shuffled order.
      await tapping.more(1 + ((kill * 37) % 60))
      await server.halt('SIGKILL')
      await tapping.stop()
      expect(tapping.refusals()).toBeGreaterThan(0)
      await expectKept(place, tapping.answered)
      taps += tapping.answered.length
      const begin = performance.now()
      await server.restart()
      starts.push(performance.now() - begin)
    }
    report({
      what: `kill -9 while four phones tap, on ${engine}`,
      measured: `${kills} kills, 0 of ${many(taps)} acknowledged taps lost; back after ${seconds(median(starts))} (median)`,
      target: '0 lost',
      isMet: true,
    })
  },
)
