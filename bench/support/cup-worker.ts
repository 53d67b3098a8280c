import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Match } from '../../src/domain/cup.ts'
import { startCup } from '../../src/main.ts'
import { readConfig } from '../../src/server/config.ts'
import { newTeamId } from '../../src/server/ids.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { insertTeam } from '../../src/server/storage/teams.ts'
import { answer, memory } from './worker.ts'

const admin = { email: 'bench@cup.test', password: 'chalk-lines-at-nine-fifteen' }
const organiser = { kind: 'organiser', email: admin.email, sessionId: 'bench' } as const
let cup: Awaited<ReturnType<typeof startCup>> | undefined
let dataDir = ''
let firstMatch: Match | undefined

async function start({ teams, databaseUrl }: { teams: number; databaseUrl?: string }) {
  dataDir = await mkdtemp(join(tmpdir(), 'cup-bench-'))
  const config = { ...readConfig({}), port: 0, host: '127.0.0.1', dataDir, databaseUrl, admin }
  const storage = await openStorage(config)
  await storage.transaction(async (db) => {
    for (let number = 1; number <= teams; number += 1) {
      await insertTeam(db, {
        id: newTeamId(),
        edition: 11,
        player1Name: `Player ${number}`,
        player2Name: `Partner ${number}`,
        teams: 'Reds and Blues',
        teamName: `Team-${number}`,
        teamPhoneNumber: '555-0100',
        approved: true,
        createdAt: new Date(number * 1_000).toISOString(),
        removedAt: undefined,
        revision: 0,
      })
    }
  })
  cup = await startCup({ config, storage })
  const made = await cup.app.createDraw(organiser)
  if (!made.ok) throw new Error(`No draw: ${made.reason}`)
  const { draw, revision } = await cup.app.publicView()
  firstMatch = draw?.rounds[0]?.matches[0]
  const login = await fetch(`http://127.0.0.1:${cup.port}/login`, {
    method: 'POST',
    body: new URLSearchParams(admin),
    redirect: 'manual',
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return { port: cup.port, cookie, revision, matchId: firstMatch?.id ?? '' }
}

const questions = {
  start,
  memory: () => memory(),
  async draw() {
    const draw = (await cup?.app.publicView())?.draw
    if (!draw) throw new Error('Not started')
    return draw
  },
  /** Taps without HTTP around them: what one command costs. Answers taps a second. */
  async taps({ count }: { count: number }) {
    if (!cup || !firstMatch) throw new Error('Not started')
    const begin = performance.now()
    for (let tap = 0; tap < count; tap += 1) {
      const side = tap % 2 === 0 ? 1 : 2
      const outcome = await cup.app.setWinner({ matchId: firstMatch.id, side, confirm: true }, organiser)
      if (!outcome.ok) throw new Error(outcome.reason)
    }
    return count / ((performance.now() - begin) / 1_000)
  },
  async stop() {
    await cup?.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
}

export type CupQuestions = typeof questions

answer(questions)
