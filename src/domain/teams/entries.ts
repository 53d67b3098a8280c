import type { Entry } from '../cup.ts'
import { compareText, foldText } from '../text.ts'

/** Whether a draw made now would include the team: approved, and not withdrawn from the previous draw. */
export function entersDraw({ approved, withdrawnAt }: Pick<Entry, 'approved' | 'withdrawnAt'>): boolean {
  return approved && withdrawnAt === undefined
}

/** By Player 1's name, then by arrival; independent of the locale. */
export function orderEntries<Item extends Entry>(entries: readonly Item[]): Item[] {
  return entries
    .map((entry) => ({ entry, name: foldText(entry.player1Name) }))
    .sort(
      (a, b) =>
        compareText(a.name, b.name) ||
        compareText(a.entry.player1Name, b.entry.player1Name) ||
        compareArrival(a.entry, b.entry),
    )
    .map(({ entry }) => entry)
}

/** Pagination of longer lists. */
export const teamsPerPage = 500

export function pageCount(teams: number): number {
  return Math.max(1, Math.ceil(teams / teamsPerPage))
}

/** The page number of an address, clamped to the existing pages. */
export function pageOf(text: string | null, teams: number): number {
  const page = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1
  return Math.min(Math.max(1, page), pageCount(teams))
}

export function onPage<Item>(items: readonly Item[], page: number): Item[] {
  return items.slice((page - 1) * teamsPerPage, page * teamsPerPage)
}

/** A predicate for entries in the list. */
export function isOneOf(listed: readonly Pick<Entry, 'id'>[]) {
  const ids = new Set(listed.map(({ id }) => id))
  return ({ id }: Pick<Entry, 'id'>) => ids.has(id)
}

/**
 * Pending teams beyond the limit, in order of registration. Approved teams have their places; the rest go to the others
 * in that order.
 */
export function waitingList<Item extends Entry>(entries: readonly Item[], teamLimit: number): Item[] {
  if (teamLimit <= 0) return []
  const pending = entries.filter((entry) => !entry.approved).sort(compareArrival)
  return pending.slice(Math.max(0, teamLimit - (entries.length - pending.length)))
}

/** Whether the next team goes on the waiting list. */
export function isListFull(listed: number, teamLimit: number): boolean {
  return teamLimit > 0 && listed >= teamLimit
}

/** How many of the teams about to be approved exceed the limit. */
export function beyondLimit({
  approved,
  added,
  teamLimit,
}: Record<'approved' | 'added' | 'teamLimit', number>): number {
  return teamLimit > 0 ? Math.min(added, Math.max(0, approved + added - teamLimit)) : 0
}

export type PendingSince = { readonly since: string; readonly words: string; readonly teams: number }

const spans = [
  { words: 'in the last ten minutes', minutes: 10 },
  { words: 'in the last hour', minutes: 60 },
  { words: 'in the last day', minutes: 24 * 60 },
] as const

/** Time spans for bulk removal, with the number of pending entries in each. */
export function pendingSince(entries: readonly Entry[], now: Date): PendingSince[] {
  return spans
    .map(({ words, minutes }) => {
      const since = new Date(now.getTime() - minutes * 60_000).toISOString()
      const pending = entries.filter(({ approved, createdAt }) => !approved && createdAt >= since)
      return { since, words, teams: pending.length }
    })
    .filter(({ teams }, nth, all) => teams > (all[nth - 1]?.teams ?? 0))
}

export function compareArrival(a: Entry, b: Entry): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
}
