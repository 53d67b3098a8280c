/** The list of an edition is read whole by every page that shows it: nobody fills it until the machine gives up. */
export const maxRegistrations = 10_000

/** Whether one more team fits on the list. */
export function hasRegistrationRoom(listed: number): boolean {
  return listed < maxRegistrations
}
