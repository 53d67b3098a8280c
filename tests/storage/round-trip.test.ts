import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readBackup } from '../../src/server/backups/backup-file.ts'
import { insertAdmin } from '../../src/server/storage/account-rows.ts'
import { openStorage } from '../../src/server/storage/open-storage.ts'
import type { Storage } from '../../src/server/storage/storage.ts'
import { type StoredTeam, saveTeams } from '../../src/server/storage/team-rows.ts'
import { anyStep } from '../model/actions.ts'
import { playNight } from '../model/play-night.ts'
import { backupOf, freshView, openCup } from '../support/cup-app.ts'
import { manualClock } from '../support/manual-clock.ts'
import { createDatabase } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let sqlite: Storage
let postgres: Storage
beforeAll(async () => {
  const folder = await temporaryFolder('round-trip')
  sqlite = await openStorage({ dataDir: folder })
  postgres = await openStorage({ dataDir: folder, databaseUrl: await createDatabase(inject('postgresUrl')) })
})
afterAll(() => Promise.all([sqlite, postgres].map((storage) => storage?.close())))

type Line = { readonly table?: string; readonly row: Record<string, unknown> }

/** The rows of a backup without what a restore adds: its journal line, a new epoch and a later revision. */
function rowsOf(lines: readonly string[]): unknown[] {
  return lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ table, row }) => !(table === 'journal' && row.action === 'restore'))
    .filter(({ table, row }) => !(table === 'system' && row.id === 'epoch'))
    .map((line) => (line.table === 'system' ? { ...line, row: { ...line.row, revision: 0 } } : line))
}

async function contentsOf(storage: Storage) {
  const { epoch: _epoch, revision: _revision, ...view } = await freshView(storage, manualClock())
  return view
}

const anyText = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\0', ''))
const anyInstant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Any team, in any script. */
const anyTeam: fc.Arbitrary<StoredTeam> = fc.record(
  {
    id: fc.uuid(),
    editionId: fc.integer({ min: 1, max: 99 }),
    player1Name: anyText,
    player2Name: anyText,
    teams: anyText,
    teamPhoneNumber: anyText,
    teamName: anyText,
    approved: fc.boolean(),
    createdAt: anyInstant,
    removedAt: fc.option(anyInstant, { nil: undefined }),
    revision: fc.nat(),
    checkedInAt: anyInstant,
    correctedFrom: anyText,
  },
  {
    requiredKeys: [
      'id',
      'editionId',
      'player1Name',
      'player2Name',
      'teams',
      'teamPhoneNumber',
      'teamName',
      'approved',
      'createdAt',
      'removedAt',
      'revision',
    ],
  },
)

const anyNight = fc.record({
  opening: fc.record({
    teams: fc.integer({ min: 0, max: 9 }),
    late: fc.nat({ max: 2 }),
    settings: fc.constant({ organiserTools: 'on' as const }),
  }),
  steps: fc.array(anyStep, { maxLength: 15 }),
  others: fc.uniqueArray(anyTeam, { maxLength: 5, selector: ({ id }) => id }),
})

test('after any night, a backup moves the cup to the other engine and back unchanged', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyNight, async ({ opening, steps, others }) => {
      const clock = manualClock()
      const cup = await openCup({ clock })
      try {
        await playNight({ nodes: [cup], clock, opening, steps })
        await cup.storage.transaction(async (db) => {
          await insertAdmin(db, {
            email: 'anna@cup.test',
            passwordHash: 'x',
            createdAt: clock.now().toISOString(),
          })
          await saveTeams(db, others)
        })
        const [first, shown] = [await backupOf(cup.storage), await contentsOf(cup.storage)]
        await readBackup(postgres, first, clock.now())
        const second = await backupOf(postgres)
        expect(rowsOf(second)).toEqual(rowsOf(first))
        expect(await contentsOf(postgres)).toEqual(shown)
        await readBackup(sqlite, second, clock.now())
        expect(rowsOf(await backupOf(sqlite))).toEqual(rowsOf(first))
        expect(await contentsOf(sqlite)).toEqual(shown)
      } finally {
        await cup.close()
      }
    }),
    // Shrinking ends in time for the report.
    { numRuns: 15, interruptAfterTimeLimit: 240_000 },
  )
})
