// The clock on the wall of the bar: hours are the cup's, by the setting `timeZone`. '' is the zone of the machine that asks.

const formats: Record<string, Intl.DateTimeFormat> = {}

/** Writes '2025-05-02 21:15:00'. Cached: the first use of Intl costs a phone 100 ms, and none is used without a zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  formats[timeZone] ??= new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return formats[timeZone]
}

/** What the wall clock shows at an instant, to the second, as a Date whose UTC fields are read. */
export function wallTime(instant: Date | string | number, zone: string): Date {
  const at = new Date(instant)
  if (zone === 'UTC') return at
  try {
    if (zone) return new Date(`${formatOf(zone).format(at).replace(' ', 'T')}Z`)
  } catch {
    // An old phone may not know a zone that the server knows.
  }
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

/** The inverse of `wallTime`: when the wall clock shows this; of an hour that comes twice, once. */
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
