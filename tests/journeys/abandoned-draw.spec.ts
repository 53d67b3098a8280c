import { creating } from '../../src/domain/messages.ts'
import { creatingWaitMs, loadTimeoutMs } from '../../src/domain/settings/limits.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { saveCurrent } from '../../src/server/storage/system-rows.ts'
import type { CupProcess } from '../support/cup-process.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isAlive } from '../support/journey-page.ts'

/** A power cut while a draw is being made, `ageMs` ago. */
async function abandonDraw(cup: CupProcess, organiser: DistantOrganiser, ageMs: number) {
  await organiser.register(4)
  await organiser.approveAll()
  await cup.halt('SIGKILL')
  await markCreating(cup, ageMs)
  await cup.restart()
}

/** Writes the marker of a client that began to make the draw `ageMs` ago. */
async function markCreating({ dataDir }: CupProcess, ageMs: number) {
  const storage = await openStorage({ dataDir, databaseUrl: undefined })
  const updatedAt = new Date(Date.now() - ageMs).toISOString()
  await storage.transaction((db) =>
    saveCurrent(db, { tournamentID: null, tournamentStatus: 'creating', updatedAt, creator: 'gone' }),
  )
  await storage.close()
}

test('a visitor’s page takes over a draw whose client is gone, also without the live stream @phone', async ({
  page,
  cup,
  organiser,
}) => {
  await abandonDraw(cup, organiser, 0)
  await page.route('**/events*', (route) => route.abort())
  // The page takes over once: not before the marker is old enough.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)
  await page.goto('/draw')
  await isAlive(page)
  await expect(page.getByText(creating)).toBeVisible()
  await markCreating(cup, loadTimeoutMs)
  await page.clock.fastForward(creatingWaitMs)
  await page.clock.resume()
  await expect(page.locator('.bracket [data-match]')).toHaveCount(3)
})

for (const path of ['/draw', '/admin/draw'])
  test(`without scripts the button on ${path} takes over a draw whose client is gone @laptop`, async ({
    browser,
    cup,
    organiser,
  }) => {
    await abandonDraw(cup, organiser, loadTimeoutMs)
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: cup.url })
    const page = await context.newPage()
    if (path === '/admin/draw') await signIn(page, cup)
    await page.goto(path)
    await page.getByRole('button', { name: 'Generate Tournament' }).click()
    await expect(page.locator('.bracket [data-match]')).toHaveCount(3)
    await context.close()
  })
