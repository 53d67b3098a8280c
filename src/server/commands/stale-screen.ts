import type { RecordedName } from '../../domain/actions.ts'
import type { TeamId } from '../../domain/cup.ts'
import { type Refused, refused } from '../../domain/outcome.ts'
import { type JournalEntry, listEntries } from '../storage/journal-rows.ts'
import type { Db } from '../storage/storage.ts'
import type { StoredTeam } from '../storage/team-rows.ts'
import type { Before } from './change.ts'
import type { Tap } from './form-fields.ts'

/** Journal lines to look through, newest first. */
const lookback = 200
const mostLines = 5

/** Journal lines after the revision a screen showed that concern a tap, oldest first. */
export async function happenedSince(
  db: Db,
  seen: number,
  concerns: (entry: JournalEntry) => boolean,
  actions?: readonly RecordedName[],
): Promise<JournalEntry[]> {
  const entries = await listEntries(db, { after: seen, actions, limit: lookback })
  return entries.filter(concerns).reverse()
}

/** Optimistic concurrency: refuses a tap if something that concerns it has happened since its screen was shown. */
export async function refuseSince(
  db: Db,
  { seen }: Tap,
  concerns: (entry: JournalEntry) => boolean,
  actions?: readonly RecordedName[],
): Promise<Refused | undefined> {
  if (seen === undefined) return undefined
  const entries = await happenedSince(db, seen, concerns, actions)
  return entries.length > 0 ? refuseStale(entries) : undefined
}

/** The refusal of a tap made on an outdated screen, with what has happened since. */
export function refuseStale(entries: readonly JournalEntry[]): Refused {
  return refused('changed-meanwhile', describeEntries(entries))
}

export function describeEntries(entries: readonly JournalEntry[]): string[] {
  return entries.slice(-mostLines).map(({ who, words }) => `${who}: ${words}`)
}

/**
 * Refuses a tap on teams that somebody else has changed since. `harmless` changes do not conflict, such as an approval with
 * a corrected typo; a check-in never does.
 */
export async function checkTeamsSeen(
  db: Db,
  teams: readonly StoredTeam[],
  { seen }: Tap,
  harmless: readonly RecordedName[] = [],
): Promise<Refused | undefined> {
  if (seen === undefined) return undefined
  const touched = new Set(teams.filter(({ revision }) => revision > seen).map(({ id }) => id))
  if (touched.size === 0) return undefined
  const entries = await happenedSince(db, seen, (entry) => concernsEntry(entry, touched))
  const isHarmless = ({ action }: JournalEntry) => action === 'check-in' || harmless.includes(action)
  return entries.length > 0 && entries.every(isHarmless) ? undefined : refuseStale(entries)
}

/** Refuses a tap on a team that is gone, with what happened to it since the screen was shown. */
export async function refuseGone(db: Db, ids: readonly TeamId[], tap: Tap): Promise<Refused> {
  const gone = new Set(ids)
  const concerns = (entry: JournalEntry) =>
    concernsEntry(entry, gone) || ids.some((id) => concernsPlaceOf(entry, id))
  return (await refuseSince(db, tap, concerns)) ?? refused('no-such-team')
}

function concernsEntry({ changes }: JournalEntry, ids: ReadonlySet<TeamId>): boolean {
  return changes.some(
    (change) =>
      (change.kind === 'entry' && ids.has(change.entry.id)) ||
      (change.kind === 'entry-removed' && ids.has(change.id)),
  )
}

/** Whether a line concerns a team's place in the draw, its matches or its absence. */
export function concernsPlaceOf({ changes, before }: JournalEntry, team: TeamId): boolean {
  const previous = (before ?? {}) as Before
  if (previous.matches?.some(({ sides }) => sides.includes(team))) return true
  return changes.some((change) => {
    if (change.kind === 'matches') return change.matches.some(({ sides }) => sides.includes(team))
    if (change.kind === 'absent') return change.absent.includes(team) !== previous.absent?.includes(team)
    return change.kind === 'draw' && change.draw !== undefined
  })
}
