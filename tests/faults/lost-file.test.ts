import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../src/domain/messages.ts'
import { type OrganisedCup, startOrganisedCup } from '../support/organised-cup.ts'
import { watchLog } from '../support/watch-log.ts'

let cup: OrganisedCup
let logged: string[]

beforeEach(async () => {
  logged = watchLog(/was deleted or replaced|The session could not be looked up\./)
  cup = await startOrganisedCup({ teams: 4 })
})

const file = () => join(cup.dataDir, 'cup.sqlite')
const elsewhere = () => join(cup.dataDir, 'elsewhere')

async function moveAway() {
  await mkdir(elsewhere())
  for (const name of await readdir(cup.dataDir))
    if (name.startsWith('cup.sqlite')) await rename(join(cup.dataDir, name), join(elsewhere(), name))
}

const losses: readonly [what: string, lose: () => Promise<void>][] = [
  ['moved away', moveAway],
  [
    'replaced by a copy',
    async () => {
      await copyFile(file(), `${file()}.copy`)
      await rename(`${file()}.copy`, file())
    },
  ],
  ['without its log', () => rm(`${file()}-wal`)],
]

test.each(losses)(
  'a database file that is %s takes no more changes, and health check and log say so within five seconds',
  async (_, lose) => {
    const health = async () => (await fetch(`${cup.url}/healthz`)).status
    const open = (await cup.draw()).rounds[0]?.matches[0]
    const tap = () => cup.send('/admin/draw', { intent: 'set-winner', matchId: open?.id ?? '', side: '1' })
    const { revision } = await cup.view()
    expect(await health()).toBe(200)
    await lose()
    // Without a tap or a health check, to test the periodic check.
    await cup.clock.advance(5_000)
    const told = logged.filter((problem) => problem.startsWith('The cup takes no changes.'))
    expect(told).toEqual([expect.stringContaining('was deleted or replaced')])
    expect(await health()).toBe(503)
    const { status, html } = await tap()
    expect(status).toBeGreaterThanOrEqual(500)
    expect(html).toContain(messages.winnerFailed)
    expect((await cup.view()).revision).toBe(revision)
    expect((await fetch(`${cup.url}/draw`)).status).toBe(200)
  },
)

test('a database file that is put back is used again', async () => {
  await moveAway()
  await cup.clock.advance(5_000)
  expect((await cup.send('/admin/settings', { editionTitle: 'Lost' })).status).toBeGreaterThanOrEqual(500)
  for (const name of await readdir(elsewhere()))
    await rename(join(elsewhere(), name), join(cup.dataDir, name))
  await cup.clock.advance(5_000)
  expect((await fetch(`${cup.url}/healthz`)).status).toBe(200)
  expect((await cup.send('/admin/settings', { editionTitle: 'Found' })).status).toBe(303)
})
