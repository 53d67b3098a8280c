import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startCup } from '../../src/main.ts'
import { readBackup, writeBackup } from '../../src/server/backups/backup-file.ts'
import { readConfig } from '../../src/server/config.ts'
import { openStorage, type StorageConfig } from '../../src/server/storage/open-storage.ts'
import { expect } from '../support/journey.ts'
import { type DistantOrganiser, signIn, test } from '../support/journey-organiser.ts'
import { isLive, said } from '../support/journey-page.ts'
import { startPostgres } from '../support/postgres.ts'

type DrawData = {
  draw: {
    rounds: { matches: { id: string; winner: 1 | 2 | null; sides: (string | { name: string })[] }[] }[]
  }
}

/** Whoever stands first in the list of names wins, until the cup is won. */
async function playToTheEnd(page: Page, organiser: DistantOrganiser, ...strongest: string[]) {
  await organiser.post('/admin/settings', { byes: 'at-once' })
  for (;;) {
    const { draw } = (await (await page.request.get('/draw.json')).json()) as DrawData
    const open = draw.rounds
      .flatMap(({ matches }) => matches)
      .find(({ winner, sides }) => winner === null && sides.every((side) => typeof side === 'object'))
    if (!open) return
    const rank = (side: string | { name: string } | undefined) =>
      strongest.indexOf(typeof side === 'object' ? side.name : '')
    const side = rank(open.sides[0]) < rank(open.sides[1]) ? '1' : '2'
    await organiser.post('/admin/draw', { intent: 'set-winner', matchId: open.id, side })
  }
}

/** As the organiser does after the final: from the dashboard, with what is proposed. */
async function beginNextEdition(page: Page, { number, theme }: { number: number; theme: string }) {
  await page.goto('/admin')
  await isLive(page)
  await page.getByRole('link', { name: 'Begin the next edition' }).click()
  await expect(page.getByLabel('Edition number')).toHaveValue(String(number))
  await page.getByLabel('Theme').fill(theme)
  await page.getByRole('button', { name: 'Begin the next edition' }).click()
  await expect(said(page, `N${number} has begun, without entries and draw.`)).toBeVisible()
}

/** What the pages of the cup's history say, the draw of each edition included. */
async function history(page: Page, url: string): Promise<string[]> {
  await page.addInitScript(() => sessionStorage.setItem('appModalSeen', 'yes'))
  const texts: string[] = []
  const read = async () => texts.push(await page.getByRole('main').innerText())
  for (const path of ['/past-champions', '/draw', '/entries']) {
    await page.goto(url + path)
    await isLive(page)
    await read()
  }
  await page.goto(`${url}/past-tournaments`)
  const list = page.getByLabel('Edition')
  for (const [number, label] of [
    [13, 'N13, Spring 2026'],
    [12, 'N12, Fall 2025'],
    [11, 'N11, Spring 2025'],
  ] as const) {
    await list.selectOption({ label })
    await page.waitForURL(new RegExp(`past-tournaments.*\\b${number}\\b`))
    // A fresh load shows what it leads to, and nothing of the edition before.
    await page.reload()
    await expect(list.locator('option:checked')).toHaveText(label)
    await expect(page.locator('.bracket')).toBeVisible()
    // Until scripts know the reader's own time.
    await expect(page.getByRole('main')).not.toContainText('UTC')
    await read()
  }
  return texts
}

async function restoreElsewhere(from: StorageConfig, to: StorageConfig) {
  const [source, target] = [await openStorage(from), await openStorage(to)]
  try {
    const lines: string[] = []
    await writeBackup(source, (line) => void lines.push(line))
    await readBackup(target, lines, new Date())
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  test.describe(engine, () => {
    test.use({ engine })

    test(`three editions on one database, and all of it on another engine @laptop${engine === 'SQLite' ? '' : ' @nightly'}`, async ({
      page,
      cup,
      organiser,
      databaseUrl,
    }) => {
      await signIn(page, cup)
      await organiser.post('/admin/settings', { editionTheme: 'Neon' })
      await organiser.makeDraw(4)
      await playToTheEnd(page, organiser, 'Ana 1', 'Ana 2', 'Ana 3', 'Ana 4')
      await beginNextEdition(page, { number: 12, theme: 'Hawaii' })
      await organiser.makeDraw(3)
      await playToTheEnd(page, organiser, 'Ana 2', 'Ana 3', 'Ana 1')
      await beginNextEdition(page, { number: 13, theme: 'Clay' })
      await organiser.makeDraw(5)
      await playToTheEnd(page, organiser, 'Ana 1', 'Ana 5', 'Ana 2', 'Ana 3', 'Ana 4')

      await page.goto('/past-champions')
      const main = page.getByRole('main')
      for (const [season, theme, winners] of [
        ['Spring 2025', 'Neon', 'Ana 1, Ben 1'],
        ['Fall 2025', 'Hawaii', 'Ana 2, Ben 2'],
        ['Spring 2026', 'Clay', 'Ana 1, Ben 1'],
      ] as const) {
        const line = main.locator('li, section, article').filter({ hasText: season }).last()
        await expect(line).toContainText(theme)
        await expect(line).toContainText(winners)
      }
      const fame = page.getByRole('table').getByRole('row')
      await expect(fame.filter({ hasText: 'Ana 1' })).toContainText('N11')
      await expect(fame.filter({ hasText: 'Ana 1' })).toContainText('N13')

      await page.goto('/past-tournaments')
      await expect(page.getByLabel('Edition').locator('option')).toHaveText([
        '-- Select an edition --',
        'N13, Spring 2026',
        'N12, Fall 2025',
        'N11, Spring 2025',
      ])
      const here = await history(page, cup.url)
      for (const [index, teams] of [5, 3, 4].entries())
        for (let team = 1; team <= teams; team += 1) expect(here[3 + index]).toContain(`Ana ${team}`)

      const dataDir = await mkdtemp(join(tmpdir(), 'cup-elsewhere-'))
      const postgres = engine === 'SQLite' ? await startPostgres() : undefined
      const elsewhere = { dataDir, databaseUrl: await postgres?.createDatabase() }
      await restoreElsewhere({ dataDir: cup.dataDir, databaseUrl }, elsewhere)
      const config = { ...readConfig({}), host: '127.0.0.1', port: 0, ...elsewhere, admin: cup.organiser }
      const other = await startCup({ config })
      expect(other.storage.name).not.toBe(engine)
      expect(await history(page, `http://127.0.0.1:${other.port}`)).toEqual(here)
      await other.stop()
      await postgres?.stop()
      // A backup may still be on its way into it.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    })
  })
}
