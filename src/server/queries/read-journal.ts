import { type RecordedName, recordedUnder } from '../../domain/actions.ts'
import type { Position } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import type { JournalKind } from '../../domain/journal.ts'
import type { Clock } from '../clock.ts'
import { planTakeBack, teamsTouchedBy } from '../commands/plan-take-back.ts'
import { findEntry, type JournalEntry, listEntries } from '../storage/journal-rows.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { currentEditionTeams } from '../storage/team-rows.ts'

export type JournalFilter = {
  readonly search?: string
  readonly kind?: JournalKind
  readonly actions?: readonly RecordedName[]
  readonly before?: number
  readonly limit: number
}

export type JournalLine = Pick<JournalEntry, 'revision' | 'at' | 'who' | 'action' | 'words'> & {
  /** The sentence of the status banner. */
  readonly message: string
  /** Whether a take-back would work now. */
  readonly canTakeBack: boolean
}

/** Newest first. */
export async function journal(
  storage: Storage,
  view: CupView,
  { kind, ...filter }: JournalFilter,
): Promise<readonly JournalLine[]> {
  return storage.snapshot(async (db) => {
    const entries = await listEntries(db, { ...filter, ...(kind && { actions: recordedUnder(kind) }) })
    return linesFrom(db, view, entries)
  })
}

export async function journalLine(
  storage: Storage,
  view: CupView,
  revision: number,
): Promise<JournalLine | undefined> {
  return storage.snapshot(async (db) => {
    const entry = await findEntry(db, revision)
    return entry && (await linesFrom(db, view, [entry]))[0]
  })
}

async function linesFrom(db: Db, view: CupView, entries: readonly JournalEntry[]): Promise<JournalLine[]> {
  const touched = await currentEditionTeams(db, [...new Set(entries.flatMap(teamsTouchedBy))])
  const teams = new Map(touched.map((team) => [team.id, team]))
  const { draw, settings, editions } = view
  const now = { draw, settings, editions, entries: view.entries.length, teams }
  return entries.map((entry) => {
    const { revision, at, who, action, words, details } = entry
    const moment = { at, revision: view.revision + 1 }
    const canTakeBack = planTakeBack(entry, now, moment).ok
    return { revision, at, who, action, words, message: details.message, canTakeBack }
  })
}

const shownForMs = 15 * 60_000
/** More lines than the journal gets in that time. */
const lookback = 5_000

/** When any node last slowed registration down, within the last 15 minutes. */
export async function slowedRegistration(
  { storage, clock }: { storage: Storage; clock: Clock },
  { revision }: Position,
): Promise<string | undefined> {
  const after = Math.max(0, revision - lookback)
  const [latest] = await storage.read((db) =>
    listEntries(db, { actions: ['slow-registration'], after, limit: 1 }),
  )
  const isRecent = latest && clock.now().getTime() - Date.parse(latest.at) < shownForMs
  return isRecent ? latest.at : undefined
}
