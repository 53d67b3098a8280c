import { useEffect, useState } from 'react'

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
