import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { refusals } from '../../src/domain/refusals.ts'
import { listEntries } from '../../src/server/storage/journal-rows.ts'
import { expectValidHtml } from '../support/html.ts'
import { type OrganisedCup, phoneOf, said, startOrganisedCup, textOf } from '../support/organised-cup.ts'
import { organiserOfTests } from '../support/start-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup

beforeEach(async () => {
  cup = await startOrganisedCup({ teams: 2 })
})

const download = (headers: Record<string, string>) =>
  fetch(`${cup.url}/admin/backup`, { headers, redirect: 'manual' })

test('a backup is made by one form, without a script', async () => {
  expect((await askFor(organiserOfTests.password)).status).toBe(404)
  expect(textOf((await cup.page('/admin')).html)).toContain('No backup has been made yet.')
  const made = await cup.send('/admin/settings/data', { intent: 'back-up' })
  expect(made).toMatchObject({ status: 303, location: '/admin/settings/data?same=backup' })
  const settings = await cup.page('/admin/settings/data?same=backup')
  await expectValidHtml(settings.html)
  expect(said(settings.html, 'status').join()).toContain('A backup was made.')
  expect(textOf(settings.html)).toContain('Download the latest')
  const dashboard = await cup.page('/admin')
  await expectValidHtml(dashboard.html)
  expect(textOf(dashboard.html)).toContain('Last backup: Fri 4 Apr 2025')
})

const askFor = (currentPassword: string) =>
  cup.send('/admin/settings', { intent: 'download-backup', currentPassword })

test('only organisers who know their password download the newest backup, which no cache stores', async () => {
  await cup.send('/admin', { intent: 'back-up' })
  for (const cookie of ['', 'cup-session=made-up']) {
    const refused = await download({ cookie })
    expect([refused.status, refused.headers.get('location'), await refused.text()]).toEqual([
      302,
      '/login',
      '',
    ])
  }
  const unasked = await download({ cookie: cup.cookie })
  expect([unasked.status, unasked.headers.get('location')]).toEqual([302, '/admin/settings/data'])
  const wrong = await askFor('not it')
  expect([wrong.status, said(wrong.html, 'alert').join()]).toEqual([
    422,
    expect.stringContaining(refusals['wrong-password'].sentence),
  ])
  expect((await download({ cookie: cup.cookie })).status).toBe(302)

  expect(await askFor(organiserOfTests.password)).toMatchObject({ status: 303, location: '/admin/backup' })
  const elsewhere = await cup.signIn()
  expect((await download({ cookie: elsewhere })).status).toBe(302)
  const file = await download({ cookie: cup.cookie })
  expect(file.status).toBe(200)
  expect(file.headers.get('cache-control')).toContain('no-store')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="2025-04-04T.*\.cup"$/)
  const text = await file.text()
  expect(text).toMatch(/^\{"backup":"the-cup"/)
  expect(text).toContain(phoneOf(1))
  expect(text).toMatch(/\{"end":true\}\n$/)
  await cup.clock.advance(60_000)
  expect((await download({ cookie: cup.cookie })).status).toBe(302)
})

test('sign-ins, sign-outs, backups and their downloads are in the journal, with who did it', async () => {
  const elsewhere = await cup.signIn()
  await cup.send('/admin', { intent: 'back-up' })
  await askFor(organiserOfTests.password)
  await cup.post('/admin', { intent: 'logout' }, elsewhere)
  const lines = await cup.storage.read((db) => listEntries(db, { limit: 4 }))
  expect(lines.map(({ who, words }) => [who, words])).toEqual([
    [organiserOfTests.email, `${organiserOfTests.email} signed out.`],
    [organiserOfTests.email, expect.stringMatching(/^The backup 2025-04-04T\S+\.cup was downloaded\.$/)],
    [organiserOfTests.email, 'A backup was made.'],
    [organiserOfTests.email, `${organiserOfTests.email} signed in: Unknown device.`],
  ])
})

test('a failed backup is an alert on the dashboard, with what to do, until one succeeds', async () => {
  const folder = join(cup.dataDir, 'backups')
  await writeFile(folder, 'in the way')
  const logged = watchLog(/A backup could not be made\./)
  const { status, html } = await cup.send('/admin', { intent: 'back-up' })
  expect(status).toBe(422)
  expect(said(html, 'alert').join()).toContain('No backup was made.')
  const shouted = (await cup.page('/admin')).html
  await expectValidHtml(shouted)
  expect(said(shouted, 'alert').join()).toContain(
    'The last backup failed. The cup may not write into the folder "backups" of its DATA_DIR',
  )
  await rm(folder)
  const made = await cup.sendScripted('/admin', { intent: 'back-up' })
  expect(made.text).toContain('A backup was made.')
  expect((await cup.page('/admin')).html).not.toContain('The last backup failed.')
  expect(logged).toEqual([expect.stringContaining('EEXIST')])
})
