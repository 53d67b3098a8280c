import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCup } from '../../src/main.ts'
import { readConfig } from '../../src/server/config.ts'
import { newTeamId } from '../../src/server/ids.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { insertTeam } from '../../src/server/storage/teams.ts'

export const admin = { email: 'bench@cup.test', password: 'chalk-lines-at-nine-fifteen' }
const organiser = { kind: 'organiser', email: admin.email, sessionId: 'bench' } as const

/** A whole cup with a fresh draw, in a folder of its own. */
export async function startBenchCup({ teams }: { teams: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cup-bench-'))
  const config = { ...readConfig({}), port: 0, host: '127.0.0.1', dataDir, admin }
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
  const cup = await startCup({ config, storage })
  const made = await cup.app.createDraw(organiser)
  if (!made.ok) throw new Error(`No draw: ${made.reason}`)
  const { draw, revision } = await cup.app.publicView()
  const matchId = draw?.rounds[0]?.matches[0]?.id ?? ''
  return {
    port: cup.port,
    revision,
    matchId,
    draw: async () => (await cup.app.publicView()).draw,
    stop: () => cup.stop(),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}
