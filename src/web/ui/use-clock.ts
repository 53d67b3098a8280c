import { useEffect, useState } from 'react'
import { clockText } from '../../domain/night/schedule.ts'

/** The time on this device, looked at again every so often; the server's page does without. */
export function useClock(everyMs = 20_000): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** '9:15 PM' on this device. By hand: a browser's first formatted date costs a phone a tenth of a second. */
export function clockTime(instant: Date | string): string {
  const at = new Date(instant)
  return clockText(at.getHours() * 60 + at.getMinutes())
}
