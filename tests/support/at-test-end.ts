type End = () => Promise<void>

/** What has to be ended, in the order of its start; outside of tests there is none, so scripts stop what they start. */
let running: Set<End> | undefined

/**
 * Runs when the test is over, however it ended, after its hooks; for what is started in `beforeAll`, after those of the file. The
 * last start is ended first: a cup, before the folder that it was given is removed. The result ends it earlier.
 */
export function atTestEnd(end: () => unknown): End {
  const here = running
  let ended: Promise<unknown> | undefined
  const endOnce = async () => {
    ended ??= (async () => end())()
    await ended
    here?.delete(endOnce)
  }
  here?.add(endOnce)
  return endOnce
}

/** From now on `atTestEnd` is for this test or file, until the result is called, which runs the ends. */
export function beginEnds(): () => Promise<void> {
  const outer = running
  const own = new Set<End>()
  running = own
  return async () => {
    running = outer
    const problems: unknown[] = []
    for (const end of [...own].toReversed()) await end().catch((error: unknown) => problems.push(error))
    if (problems.length > 0) throw problems[0]
  }
}
