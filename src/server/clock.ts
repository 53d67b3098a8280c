/**
 * Time as a dependency: tests move their clock by hand. `now` is wall time, to store and show; `monotonicMs` measures
 * durations, because the wall clock can be set back while the cup runs.
 */
export type Clock = {
  now(): Date
  monotonicMs(): number
  /** One-shot timer; returns its cancel function. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Recognised by name, not instanceof: the Vite bundle has its own copy of this class. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout'
}

/** Rejects with LoadTimeout after `ms`. */
export function withTimeout<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new LoadTimeout(`No answer within ${ms / 1000} s`)))
    work.then(resolve, reject).finally(cancel)
  })
}
