import { clockTime } from '../../domain/night/schedule.ts'

/** '8:30 PM', with the day unless it is this one. */
export function momentText(instant: string, now: Date): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return isToday ? clockTime(at) : `${at.toDateString().slice(0, 10)}, ${clockTime(at)}`
}
