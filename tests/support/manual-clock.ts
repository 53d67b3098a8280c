import type { Clock } from '../../src/server/clock.ts'

/** A fake clock. */
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
    /** Advances the time, and fires due timers in order. */
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        const due = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        waiting.delete(due)
        now = Math.max(now, due.at)
        due.run()
        // Lets promises settle before time moves on.
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
    },
    /** As after a suspend: jumps ahead, then fires each due timer once. */
    async leap(ms: number) {
      now += ms
      await this.advance(0)
    },
    /** Sets only the wall clock back, as a correction while the cup runs. */
    setBack(ms: number) {
      setBackMs += ms
    },
    /** Number of pending timers. */
    waiting: () => waiting.size,
  } satisfies Clock & {
    advance(ms: number): Promise<void>
    leap(ms: number): Promise<void>
    setBack(ms: number): void
    waiting(): number
  }
}

export type ManualClock = ReturnType<typeof manualClock>
