import { beforeEach, describe, expect, inject, test } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { createDatabase } from '../support/postgres.ts'
import { startCup, type TestCup } from '../support/start-cup.ts'

let nodes: readonly [TestCup, TestCup]
let databaseUrl: string

const startNode = (config = {}) => startCup({ databaseUrl, clock: systemClock, config })

beforeEach(async () => {
  databaseUrl = await createDatabase(inject('postgresUrl'))
  nodes = await Promise.all([startNode(), startNode()])
})

async function statusOf(node: TestCup, path: string, cookie: string) {
  return (await fetch(node.url + path, { headers: { cookie }, redirect: 'manual' })).status
}

describe('two nodes on one PostgreSQL database', () => {
  test('share their sessions: a sign-in or a logout on one holds on the other', async () => {
    const [here, there] = nodes
    const cookie = await here.signIn()
    expect([await statusOf(here, '/admin', cookie), await statusOf(there, '/admin', cookie)]).toEqual([
      200, 200,
    ])
    await there.post('/admin', { intent: 'logout' }, cookie)
    expect([await statusOf(here, '/admin', cookie), await statusOf(there, '/admin', cookie)]).toEqual([
      302, 302,
    ])
  })

  test('drop a cached page that the other has changed', async () => {
    const [here, there] = nodes
    const title = async () => (await fetch(`${there.url}/`)).text()
    expect(await title()).not.toContain('The Cup of the Two Nodes')
    const cookie = await here.signIn()
    await here.post('/admin/settings', { editionTitle: 'The Cup of the Two Nodes' }, cookie)
    await expect.poll(title).toContain('The Cup of the Two Nodes')
  })
})

test('two nodes that start first and together create one organiser, and one of them prints the password', async () => {
  databaseUrl = await createDatabase(inject('postgresUrl'))
  const started = await Promise.all([startNode({ admin: undefined }), startNode({ admin: undefined })])
  const made = started.flatMap(({ firstOrganiser }) => (firstOrganiser ? [firstOrganiser] : []))
  expect(made).toHaveLength(1)
  for (const node of started) expect(await node.signIn(made[0])).toContain('cup-session=')
})
