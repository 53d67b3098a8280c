import { afterEach, expect, inject, test } from 'vitest'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { systemClock } from '../../src/server/clock.ts'
import { type OpenCup, openCup } from '../support/cup-app.ts'
import { type CupProcess, startCupProcess } from '../support/cup-process.ts'
import { createDatabase } from '../support/postgres.ts'

const stops: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function startTwo(): Promise<{ nodes: CupProcess[]; watcher: OpenCup }> {
  const databaseUrl = await createDatabase(inject('postgresUrl'))
  const nodes = await Promise.all([1, 2].map(() => startCupProcess({ DATABASE_URL: databaseUrl })))
  stops.push(...nodes.map(({ stop }) => stop))
  const watcher = await openCup({ databaseUrl, clock: systemClock })
  stops.push(() => watcher.close())
  return { nodes, watcher }
}

test('two servers that start together on an empty PostgreSQL set it up once, and both serve', async () => {
  const { nodes, watcher } = await startTwo()
  for (const { url, organiser } of nodes) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const signIn = await fetch(`${url}/login`, {
      method: 'POST',
      body: new URLSearchParams(organiser),
      redirect: 'manual',
    })
    expect(signIn.headers.get('location')).toBe('/admin')
  }
  const admins = await watcher.storage.read((db) => db.selectFrom('admins').select('email').execute())
  expect(admins).toEqual([{ email: nodes[0]?.organiser.email }])
})

test('however many visitors of two servers generate the draw at once, there is one', async () => {
  const { nodes, watcher } = await startTwo()
  await watcher.enter(...Array.from({ length: 9 }, (_, index) => `Player ${index}`))
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, visitor) =>
      fetch(`${nodes[visitor % 2]?.url}/draw`, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'generate' }),
        redirect: 'manual',
      }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  const draws = await watcher.storage.read((db) => db.selectFrom('tournaments').select('id').execute())
  expect(draws).toHaveLength(1)
  await watcher.view.catchUp()
  expect(findFaults(await watcher.draw())).toEqual([])
  const shown = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/draw`)).text()))
  for (const page of shown)
    for (let index = 0; index < 9; index += 1) expect(page).toContain(`Player ${index}`)
})
