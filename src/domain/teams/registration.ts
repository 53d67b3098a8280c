import type { Entry, Settings } from '../cup.ts'

export function isRegistrationOpen(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: Date,
): boolean {
  if (registration !== 'open') return false
  return registrationClosesAt === '' || now.getTime() < Date.parse(registrationClosesAt)
}

/** Memory bound: the server holds the whole list of an edition, removed entries included. */
export const maxRegistrations = 10_000

export function hasRegistrationRoom(registered: number, more = 1): boolean {
  return registered + more <= maxRegistrations
}

/** Whether teams may check in on their own page. */
export function isCheckInOpen(
  { checkIn, checkInFrom }: Pick<Settings, 'checkIn' | 'checkInFrom'>,
  now: Date,
): boolean {
  return checkIn === 'on' && (checkInFrom === '' || now.getTime() >= Date.parse(checkInFrom))
}

/** Approved teams that have checked in. */
export function teamsHere<Item extends Pick<Entry, 'approved' | 'checkedInAt'>>(
  entries: readonly Item[],
): Item[] {
  return entries.filter(({ approved, checkedInAt }) => approved && checkedInAt !== undefined)
}

/** Approved teams that have neither checked in nor withdrawn. */
export function missingTeams<Item extends Entry>(entries: readonly Item[]): Item[] {
  return entries.filter(({ approved, checkedInAt, withdrawnAt }) => approved && !checkedInAt && !withdrawnAt)
}
