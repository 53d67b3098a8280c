import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { findFaults } from '../../../src/domain/draw/find-faults.ts'
import { listRevisions } from '../../../src/server/storage/journal-rows.ts'
import { atTestEnd } from '../../support/at-test-end.ts'
import { anna, mustDo, openCup } from '../../support/cup-app.ts'
import type { CupProcess } from '../../support/cup-process.ts'
import { createDatabase } from '../../support/postgres.ts'
import { cookiesOf } from '../../support/start-cup.ts'

export type Place = { readonly dataDir: string; readonly databaseUrl?: string | undefined }

/** Both engines, and how a test gets its own database there. */
export const engines: readonly (readonly [name: string, newDatabase: () => Promise<string | undefined>])[] = [
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => createDatabase(inject('postgresUrl'))],
]

export function environmentOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** Makes a draw of 13 teams whose winners can be changed; returns the ids of its matches. */
export async function makeDraw(place: Place): Promise<string[]> {
  const cup = await openCup(place)
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  await cup.play(...Array.from({ length: 13 }, (_, index) => `Player ${index}`))
  const { rounds } = await cup.draw()
  await cup.close()
  return rounds.flatMap(({ matches }) => matches.map(({ id }) => id))
}

/** Four phones tap winners, also of played matches, until stopped or until the test ends. */
export async function startTapping({ url, organiser }: CupProcess, matchIds: readonly string[]) {
  const cookie = cookiesOf(await post(`${url}/login`, organiser))
  const answered: number[] = []
  const times: number[] = []
  let refusals = 0
  let isOver = false
  let onAnswer = () => {}

  async function tapAgain(phone: number) {
    for (let turn = phone; !isOver; turn += 1) {
      const matchId = matchIds[(turn * 7) % matchIds.length] as string
      const fields = { intent: 'set-winner', matchId, side: String(1 + (turn % 2)), confirm: 'yes' }
      const begin = performance.now()
      const response = await post(`${url}/admin/draw`, fields, cookie).catch(() => undefined)
      const revision = /done=(\d+)/.exec(response?.headers.get('location') ?? '')?.[1]
      if (revision) {
        answered.push(Number(revision))
        times.push(performance.now() - begin)
        onAnswer()
      } else {
        refusals += 1
        await wait(10)
      }
    }
  }

  const phones = Promise.all([0, 1, 2, 3].map(tapAgain))
  return {
    /** The revisions of the acknowledged taps. */
    answered,
    /** Milliseconds of each acknowledged tap. */
    times,
    refusals: () => refusals,
    /** Waits until `count` more taps are acknowledged. */
    more(count: number): Promise<void> {
      const wanted = answered.length + count
      return new Promise((resolve) => {
        onAnswer = () => {
          if (answered.length >= wanted) resolve()
        }
      })
    },
    stop: atTestEnd(() => {
      isOver = true
      return phones
    }),
  }
}

export function post(url: string, fields: Record<string, string>, cookie = '') {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { cookie },
  })
}

/** A fresh cup on the same data has every acknowledged tap, and no half-written one. */
export async function expectKept(place: Place, answered: readonly number[]) {
  const cup = await openCup(place)
  const view = await cup.fresh()
  const journal = (await cup.storage.read((db) => listRevisions(db, 0, 1_000_000)))
    // PostgreSQL may still commit what a killed cup had sent.
    .filter(({ revision }) => revision <= view.revision)
  await cup.close()
  // Revisions have no gaps within a start.
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
  // Each match equals its latest version in the journal.
  const latest = new Map(
    journal.flatMap(({ changes }) =>
      changes.flatMap((one) => (one.kind === 'matches' ? one.matches.map((match) => [match.id, match]) : [])),
    ) as [string, object][],
  )
  const kept = view.draw.rounds.flatMap(({ matches }) => matches.filter(({ id }) => latest.has(id)))
  expect(kept).toEqual(kept.map(({ id }) => latest.get(id)))
}
