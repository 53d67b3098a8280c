import { rm } from 'node:fs/promises'
import type { CupView, Draw, Match } from '../../src/domain/cup.ts'
import type { Outcome } from '../../src/domain/outcome.ts'
import { createAccounts } from '../../src/server/accounts/accounts.ts'
import type { Organiser } from '../../src/server/actors.ts'
import { createApp } from '../../src/server/app.ts'
import { type Backups, createBackups } from '../../src/server/backups/automatic-backups.ts'
import { writeBackup } from '../../src/server/backups/backup-file.ts'
import type { Clock } from '../../src/server/clock.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import { ensurePushKeys } from '../../src/server/storage/push-rows.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { createPublicView } from '../../src/server/view.ts'
import { atTestEnd } from './at-test-end.ts'
import { withCommands } from './commands.ts'
import { drawText } from './draws.ts'
import { manualClock } from './manual-clock.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const anna: Organiser = { kind: 'organiser', email: 'anna@cup.test', sessionId: 'phone' }
export const ben: Organiser = { kind: 'organiser', email: 'ben@cup.test', sessionId: 'laptop' }
export const aVisitor = { kind: 'visitor' } as const

/** One node of the cup without its web server: the real app on a real database. Closed at the latest when the test ends. */
export async function openCup({
  databaseUrl,
  dataDir,
  backupFolder,
  clock = manualClock(),
  wrapStorage = (storage) => storage,
  isPushService,
}: {
  databaseUrl?: string
  dataDir?: string
  /** Without it no backups are made. */
  backupFolder?: string
  clock?: Clock
  wrapStorage?: (storage: Storage) => Storage
  isPushService?: (endpoint: URL) => boolean
} = {}) {
  const folder = dataDir ?? (await temporaryFolder('app'))
  const storage = wrapStorage(await openStorage({ dataDir: folder, databaseUrl }))
  await storage.transaction(ensurePushKeys)
  const view = createPublicView({ storage, clock })
  const accounts = createAccounts({ storage, view, clock })
  const backups = backupFolder
    ? createBackups({ storage, view, clock, folder: backupFolder })
    : ({ close() {}, backupState: () => ({}) } as unknown as Backups)
  const app = withCommands(
    createApp({
      storage,
      view,
      clock,
      accounts,
      backups,
      ...(isPushService && { isPushService }),
    }),
  )

  async function draw(): Promise<Draw> {
    const { draw: found } = await app.publicView()
    if (!found) throw new Error('There is no draw')
    return found
  }

  return {
    app,
    view,
    storage,
    backups,
    clock,
    dataDir: folder,
    draw,
    text: async () => drawText(await draw()),
    /** Registers and approves teams with these names; returns their ids in that order. */
    async enter(...names: string[]): Promise<string[]> {
      const { registration } = (await app.publicView()).settings
      if (registration === 'closed') mustDo(await app.changeSettings({ registration: 'open' }, anna))
      for (const name of names) mustDo(await app.registerTeam(teamForm(name)))
      const { entries } = await app.publicView()
      const ids = names.map((name) => entries.findLast((entry) => entry.player1Name === name)?.id ?? '')
      mustDo(await app.setApproval({ teamIds: ids, approved: true }, anna))
      return ids
    },
    /** Enters these teams and makes the draw. */
    async play(...names: string[]): Promise<string[]> {
      const ids = await this.enter(...names)
      mustDo(await app.createDraw(aVisitor))
      return ids
    },
    /** The view as a node that starts now loads it. */
    fresh: () => freshView(storage, clock),
    /** The match of these two teams, in any round. */
    async matchOf(one: string, other?: string): Promise<Match & { side(name: string): 1 | 2 }> {
      const { teams, rounds } = await draw()
      const namesOf = (match: Match) => match.sides.map((side) => teams[side]?.name ?? side)
      const found = rounds
        .flatMap(({ matches }) => matches)
        .findLast((match) => namesOf(match).includes(one) && (!other || namesOf(match).includes(other)))
      if (!found) throw new Error(`${one} and ${other} do not meet`)
      return { ...found, side: (name) => (namesOf(found)[0] === name ? 1 : 2) }
    },
    /** Records a win as an organiser would: on the match where the two meet now. */
    async win(winner: string, organiser: Organiser = anna) {
      const match = await this.matchOf(winner)
      return mustDo(await app.setWinner({ matchId: match.id, side: match.side(winner) }, organiser))
    },
    close: atTestEnd(async () => {
      app.close()
      await backups.close()
      view.close()
      await storage.close()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    }),
  }
}

export type OpenCup = Awaited<ReturnType<typeof openCup>>

export function teamForm(
  player1Name: string,
  more: Partial<Record<'player2Name' | 'teams' | 'teamPhoneNumber', string>> = {},
) {
  return { player1Name, player2Name: '', teams: '', teamPhoneNumber: `+1 555 ${player1Name}`, ...more }
}

/** The value of an outcome; throws for a refusal. */
export function mustDo<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`Refused: ${outcome.reason} ${outcome.details.join('; ')}`)
}

/** The view that a fresh load of the same database gives. */
export async function freshView(storage: Storage, clock: Clock): Promise<CupView> {
  const view = createPublicView({ storage, clock })
  try {
    return await view.ready()
  } finally {
    view.close()
  }
}

/** The lines of a backup. */
export async function backupOf(storage: Storage): Promise<string[]> {
  const lines: string[] = []
  await writeBackup(storage, (line) => void lines.push(line))
  return lines
}

/** A cup with open registration and these teams, none of them approved. */
export async function cupWith(...names: string[]): Promise<OpenCup> {
  const cup = await openCup()
  mustDo(await cup.app.changeSettings({ registration: 'open' }, ben))
  for (const name of names) mustDo(await cup.app.registerTeam(teamForm(name)))
  return cup
}
