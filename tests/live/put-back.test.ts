import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '../support/manual-clock.ts'
import { organiser } from '../support/organised-cup.ts'
import { startCup } from '../support/start-cup.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { listen } from './support/listen.ts'

test.each([
  ['put back to an earlier copy', (files: string, copy: string) => cp(copy, files, { recursive: true })],
  ['deleted and started anew', async () => {}],
])('a page that slept while the files were %s gets the whole view', async (_, replace) => {
  const folder = await temporaryFolder('put-back')
  const [files, copy] = [join(folder, 'files'), join(folder, 'copy')]
  const clock = manualClock()
  const open = () => startCup({ config: { dataDir: files }, clock })
  const announce = async (cup: Awaited<ReturnType<typeof open>>, times: number) => {
    for (let n = 1; n <= times; n += 1)
      await cup.app.changeSettings({ announcement: `${times}, ${n}` }, organiser)
    const { epoch, revision } = await cup.app.publicView()
    return `${epoch}-${revision}`
  }

  const first = await open()
  await announce(first, 2)
  await first.stop()
  await cp(files, copy, { recursive: true })
  const lost = await open()
  const slept = await announce(lost, 5)
  await lost.stop()
  await rm(files, { recursive: true })
  await replace(files, copy)
  await clock.advance(60_000)

  const now = await open()
  // Enough to reach the page's revision number again, in this epoch.
  await announce(now, 20)
  const listener = await listen(`${now.url}/events`, { since: slept })
  expect((await listener.caughtUp()).map(({ type }) => type)).toEqual(['view', 'hello'])
})
