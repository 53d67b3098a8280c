import { createFailureCounts, networkOf } from '../throttle.ts'

// A whole bar may share one address: who has a right link is not asked to wait for the stranger beside them.
const rule = { free: 30, longestMs: 15_000 }

/** Slows down whoever tries one link after another. */
export function createLinkThrottle(now: () => number) {
  const counts = createFailureCounts(now)
  return {
    isBlocked: (address: string) => counts.isBlocked(counts.of(networkOf(address))),
    fail(address: string) {
      const key = networkOf(address)
      counts.fail(key, counts.of(key), rule)
    },
  }
}
