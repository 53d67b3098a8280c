/** Time as an argument: the server runs on the system's, a test on one it moves by hand. */
export type Clock = {
  now(): Date
  /** Runs something once, later; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Milliseconds that never run backwards: where the clock is set back, they go on from where they were. */
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

/** A query took longer than the spec's 10 s. Recognised by its name: the build has a class of its own. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout'
}

/** The result of the work, or LoadTimeout if that takes too long. */
export function within<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new LoadTimeout(`No answer within ${ms / 1000} s`)))
    work.then(resolve, reject).finally(cancel)
  })
}
