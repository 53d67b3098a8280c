const minutesPerDay = 24 * 60

/** '21:15' → 1275; undefined for anything that is not a time of the 24-hour clock. */
export function minutesOf(time: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined
}

/** Minutes since midnight → '9:15 PM'; the clock goes on past midnight. */
export function clockText(minutes: number): string {
  const ofDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay
  const hour = Math.floor(ofDay / 60)
  const minute = String(ofDay % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '21:15' → '9:15 PM'. */
export function twelveHour(time: string): string {
  const minutes = minutesOf(time)
  return minutes === undefined ? time : clockText(minutes)
}
