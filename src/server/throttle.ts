import { isIPv6 } from 'node:net'
import { setBounded } from './bounded-map.ts'
import { steadyTime } from './clock.ts'

/** So many failures are free; then each makes the next wait longer, at most so long. */
export type ThrottleRule = { readonly free: number; readonly longestMs: number }

export type FailureCount = { failures: number; last: number; blockedUntil: number }

const forgottenAfterMs = 15 * 60_000
const mostCounts = 10_000

/** Counts failures by a key, for those who guess. */
export function createFailureCounts(clock: () => number) {
  const now = steadyTime(clock)
  const counts = new Map<string, FailureCount>()
  return {
    of(key: string): FailureCount {
      const known = counts.get(key)
      return known && now() - known.last < forgottenAfterMs
        ? known
        : { failures: 0, last: now(), blockedUntil: 0 }
    },
    isBlocked: ({ blockedUntil }: FailureCount) => blockedUntil > now(),
    fail(key: string, count: FailureCount, { free, longestMs }: ThrottleRule) {
      count.failures += 1
      count.last = now()
      const over = count.failures - free
      if (over >= 0) count.blockedUntil = now() + Math.min(1_000 * 2 ** Math.min(over, 20), longestMs)
      setBounded(counts, key, count, mostCounts)
    },
  }
}

/** A household's IPv6 addresses share their first half: they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
