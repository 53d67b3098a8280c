import { type RecordedName, recordedUnder } from '../../domain/actions.ts'
import type { CupView } from '../../domain/cup.ts'
import { type JournalKind, longestJournalPage } from '../../domain/journal.ts'
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

export type JournalLine = {
  readonly revision: number
  readonly at: string
  /** An organiser's email, or 'a visitor', or 'the cup' for what happens by itself. */
  readonly who: string
  readonly action: RecordedName
  /** What happened, as a sentence. */
  readonly words: string
  /** What the status banner said. */
  readonly message: string
  /** True when take-back would work now. */
  readonly canTakeBack: boolean
}

/** Who did what, in words, newest first. */
export async function journal(
  storage: Storage,
  view: CupView,
  { kind, ...filter }: JournalFilter,
): Promise<readonly JournalLine[]> {
  const limit = Math.min(Math.max(1, filter.limit), longestJournalPage)
  return storage.snapshot(async (db) => {
    const entries = await listEntries(db, { ...filter, ...(kind && { actions: recordedUnder(kind) }), limit })
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
