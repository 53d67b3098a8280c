import { useEffect, useState } from 'react'

const longestTimerMs = 24 * 60 * 60 * 1000

/** The time as the server's page knew it; moves on once, when the given instant ('' for none) has come. */
export function useNow(renderedAt: number, instant: string): Date {
  const [now, setNow] = useState(renderedAt)

  useEffect(() => {
    if (!instant) return
    const wait = Math.max(0, Date.parse(instant) - Date.now())
    if (wait > longestTimerMs) return
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [instant])

  return new Date(now)
}
