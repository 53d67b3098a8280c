import { useEffect, useState } from 'react'

/** Goes round 0, 1, 2 … of so many, one step every so often. */
export function useTurn(count: number, everyMs: number): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setStep((now) => now + 1), everyMs)
    return () => clearInterval(timer)
  }, [count, everyMs])
  return count > 0 ? step % count : 0
}
