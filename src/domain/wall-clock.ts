// Local time in the cup's time zone (setting `timeZone`); '' is the zone of the machine that runs this.

const formats: Record<string, Intl.DateTimeFormat> = {}

/** Formats as '2025-05-02 21:15:00'. Lazy and cached: the first use of Intl costs a phone 100 ms. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  formats[timeZone] ??= new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return formats[timeZone]
}

/** Local time at an instant, as a Date whose UTC fields hold it. */
export function wallTime(instant: Date | string | number, zone: string): Date {
  const at = new Date(instant)
  if (zone === 'UTC') return at
  try {
    // It does not pad the year.
    if (zone) return new Date(`${formatOf(zone).format(at).replace(' ', 'T').padStart(19, '0')}Z`)
  } catch {
    // An old phone may lack a zone that the server knows.
  }
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

/** The inverse of `wallTime`. When clocks go back, an hour exists twice: this returns one of its two instants. */
export function instantOf(wall: Date, zone: string): Date {
  const time = wall.getTime()
  const offsetAt = (instant: number) => wallTime(instant, zone).getTime() - instant
  return new Date(time - offsetAt(time - offsetAt(time)))
}

/** 'Fri 2 May 2025'. */
export function dateWords(wall: Date | string): string {
  const [weekday, day, month, year] = new Date(wall).toUTCString().split(/,? /)
  return `${weekday} ${Number(day)} ${month} ${year}`
}
