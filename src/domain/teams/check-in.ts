import type { Entry, Settings } from '../cup.ts'

/** Whether teams may say on their own link that they are here. */
export function isCheckInOpen(
  { checkIn, checkInFrom }: Pick<Settings, 'checkIn' | 'checkInFrom'>,
  now: Date,
): boolean {
  return checkIn === 'on' && (checkInFrom === '' || now.getTime() >= Date.parse(checkInFrom))
}

/** Approved teams that have come. */
export function teamsHere<Item extends Pick<Entry, 'approved' | 'checkedInAt'>>(
  entries: readonly Item[],
): Item[] {
  return entries.filter(({ approved, checkedInAt }) => approved && checkedInAt !== undefined)
}

/** Approved teams that nobody has seen yet. One that has withdrawn is not waited for. */
export function missingTeams<Item extends Entry>(entries: readonly Item[]): Item[] {
  return entries.filter(({ approved, checkedInAt, withdrawnAt }) => approved && !checkedInAt && !withdrawnAt)
}
