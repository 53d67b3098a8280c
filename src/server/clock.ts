/** Time as an argument: the server runs on the system's, a test on one it moves by hand. */
export type Clock = {
  now(): Date
  /** Runs something once, later; the answer calls it off. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until it is moved. */
export function manualClock(start: Date | string = '2025-04-04T19:00:00.000Z') {
  let now = new Date(start).getTime()
  const waiting = new Set<{ at: number; run: () => void }>()
  return {
    now: () => new Date(now),
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
    /** How many alarms are set: a test waits for one before it moves on. */
    waiting: () => waiting.size,
  } satisfies Clock & { advance(ms: number): Promise<void>; waiting(): number }
}

export type ManualClock = ReturnType<typeof manualClock>

/** A query that found nothing within the seed's 10 s. Recognised by its name: two module graphs may each have this class. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout'
}

/** The work's own answer, or LoadTimeout if that takes too long. */
export function within<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new LoadTimeout(`No answer within ${ms / 1000} s`)))
    work.then(resolve, reject).finally(cancel)
  })
}
