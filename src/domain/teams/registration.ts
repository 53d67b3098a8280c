import type { Settings } from '../cup.ts'

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
