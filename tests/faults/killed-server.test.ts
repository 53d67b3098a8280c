import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFaults } from '../../src/domain/draw/find-faults.ts'
import { listRevisions } from '../../src/server/storage/journal.ts'
import { anna, aVisitor, freshView, mustDo, openCup } from '../support/cup-app.ts'
import { type CupProcess, startCupProcess } from '../support/cup-process.ts'
import { cookiesOf } from '../support/start-cup.ts'

test('a server killed at any moment, while several phones tap, has kept every tap it answered', {
  timeout: 180_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cup-killed-server-'))
  const matchIds = await makeDraw(dataDir)
  const server = await startCupProcess({ DATA_DIR: dataDir })
  try {
    for (let kill = 0; kill < 3; kill += 1) {
      const taps = randomInt(1, 60)
      const answered = await tapUntilKilled(server, matchIds, taps)
      expect(answered.length).toBeGreaterThanOrEqual(taps)
      await expectKept(dataDir, answered)
      await server.restart()
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function makeDraw(dataDir: string): Promise<string[]> {
  const cup = await openCup({ dataDir })
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  await cup.enter(...Array.from({ length: 13 }, (_, index) => `Player ${index}`))
  mustDo(await cup.app.createDraw(aVisitor))
  const { rounds } = await cup.draw()
  await cup.close()
  return rounds.flatMap(({ matches }) => matches.map(({ id }) => id))
}

/** Four phones tap winners, also changing those of played matches, until the server is gone: the revisions answered. */
async function tapUntilKilled(
  { url, organiser, halt }: CupProcess,
  matchIds: readonly string[],
  taps: number,
) {
  const signedIn = await post(`${url}/login`, organiser)
  const cookie = cookiesOf(signedIn)
  const answered: number[] = []
  let killed: Promise<unknown> | undefined
  const phone = async (number: number) => {
    for (let turn = number; !killed; turn += 1) {
      const matchId = matchIds[(turn * 7) % matchIds.length] as string
      const fields = { intent: 'set-winner', matchId, side: String(1 + (turn % 2)), confirm: 'yes' }
      const response = await post(`${url}/admin/draw`, fields, cookie).catch(() => undefined)
      const revision = /done=(\d+)/.exec(response?.headers.get('location') ?? '')?.[1]
      if (revision) answered.push(Number(revision))
      if (answered.length >= taps) killed ??= halt('SIGKILL')
    }
  }
  await Promise.all([0, 1, 2, 3].map(phone))
  await killed
  return answered
}

function post(url: string, fields: Record<string, string>, cookie = '') {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { cookie },
  })
}

/** Whoever opens the file now finds every answered tap, each whole, and none but whole ones. */
async function expectKept(dataDir: string, answered: readonly number[]) {
  const cup = await openCup({ dataDir })
  const view = await freshView(cup.storage, cup.clock)
  const journal = await cup.storage.read((db) => listRevisions(db, 0, 100_000))
  await cup.close()
  // Each start has numbers of its own; in between none is left out.
  const first = Math.min(...answered)
  const sinceStart = journal.filter(({ revision }) => revision >= first)
  expect(sinceStart.map(({ revision }) => revision)).toEqual(
    Array.from({ length: view.revision - first + 1 }, (_, at) => first + at),
  )
  for (const revision of answered) {
    expect(sinceStart[revision - first]?.changes.map(({ kind }) => kind)).toEqual(['matches'])
  }
  if (!view.draw) throw new Error('The draw is gone')
  expect(findFaults(view.draw)).toEqual([])
  // Each match is as the last line of the journal that speaks of it left it.
  const latest = new Map(
    journal.flatMap(({ changes }) =>
      changes.flatMap((one) => (one.kind === 'matches' ? one.matches.map((match) => [match.id, match]) : [])),
    ) as [string, object][],
  )
  const kept = view.draw.rounds.flatMap(({ matches }) => matches.filter(({ id }) => latest.has(id)))
  expect(kept).toEqual(kept.map(({ id }) => latest.get(id)))
}
