/** Injected time: tests move their own clock. */
export type Clock = {
  now(): Date
  /** `setTimeout`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** A monotonic clock from a wall clock that may be set back. */
export function steadyTime(now: () => number): () => number {
  let latest = Number.NEGATIVE_INFINITY
  let setBackMs = 0
  return () => {
    const time = now() + setBackMs
    if (time < latest) setBackMs += latest - time
    latest = Math.max(latest, time)
    return latest
  }
}

/** Recognised by name, not instanceof: the Vite bundle has its own copy of this class. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout'
}

/** Rejects with LoadTimeout after `ms`. */
export function within<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new LoadTimeout(`No answer within ${ms / 1000} s`)))
    work.then(resolve, reject).finally(cancel)
  })
}
