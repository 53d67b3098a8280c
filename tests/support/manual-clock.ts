import type { Clock } from '../../src/server/clock.ts'

/** A clock that stands still until it is moved. */
export function manualClock(start: Date | string = '2025-04-04T19:00:00.000Z') {
  let now = new Date(start).getTime()
  let setBackMs = 0
  const waiting = new Set<{ at: number; run: () => void }>()
  return {
    now: () => new Date(now - setBackMs),
    monotonicMs: () => now,
    after(ms: number, run: () => void) {
      const alarm = { at: now + ms, run }
      waiting.add(alarm)
      return () => {
        waiting.delete(alarm)
      }
    },
    /** Moves on, and runs what falls due on the way, in order. */
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        const due = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        waiting.delete(due)
        now = Math.max(now, due.at)
        due.run()
        // What it set going gets its turn before time goes on.
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
    },
    /** As a machine that slept: it is so much later at once, and what fell due meanwhile runs once. */
    async leap(ms: number) {
      now += ms
      await this.advance(0)
    },
    /** As a machine whose wall clock is corrected while the cup runs. */
    setBack(ms: number) {
      setBackMs += ms
    },
    /** How many alarms are set: a test waits for one before it moves on. */
    waiting: () => waiting.size,
  } satisfies Clock & {
    advance(ms: number): Promise<void>
    leap(ms: number): Promise<void>
    setBack(ms: number): void
    waiting(): number
  }
}

export type ManualClock = ReturnType<typeof manualClock>
