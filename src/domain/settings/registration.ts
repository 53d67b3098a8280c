import type { Settings } from '../cup.ts'

/** Whether a team may register now: the organiser opened registration, and its closing hour has not come. */
export function isRegistrationOpen(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: Date,
): boolean {
  if (registration !== 'open') return false
  return registrationClosesAt === '' || now.getTime() < Date.parse(registrationClosesAt)
}

/** Pages read the whole list of an edition, so it has a limit. */
export const maxRegistrations = 10_000

/** Whether one more team fits on the list. */
export function hasRegistrationRoom(listed: number): boolean {
  return listed < maxRegistrations
}
