import type { Entry, Settings } from '../cup.ts'

/** Whether a team may register now: the organiser opened registration, and its closing hour has not come. */
export function isRegistrationOpen(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: Date,
): boolean {
  if (registration !== 'open') return false
  return registrationClosesAt === '' || now.getTime() < Date.parse(registrationClosesAt)
}

/** The whole list of an edition is kept in memory, so it has a limit. Removed entries are on it too. */
export const maxRegistrations = 10_000

/** Whether so many more teams fit on the list. */
export function hasRegistrationRoom(registered: number, more = 1): boolean {
  return registered + more <= maxRegistrations
}

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
