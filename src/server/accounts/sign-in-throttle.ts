import { textLimits } from '../../domain/text.ts'
import { createFailureCounts, networkOf, type ThrottleRule } from './throttle.ts'

/**
 * Slows guessing down without letting anybody lock an organiser out: every wait is at most a minute, and a browser
 * that has signed in before is counted by itself, whatever strangers do.
 */
export type SignInThrottle = {
  /** Counts an attempt before it is checked, so that guesses sent at once count too. Undefined: not now. */
  begin(attempt: Attempt): { succeeded(): void } | undefined
}

export type Attempt = {
  readonly email: string
  readonly address: string
  /** Proven by the browser: it has signed in to this account before. */
  readonly knownDevice?: string | undefined
}

const rules = {
  device: { free: 10, longestMs: 60_000 },
  pair: { free: 5, longestMs: 60_000 },
  // A whole bar may share one address.
  address: { free: 30, longestMs: 60_000 },
  // Guesses from everywhere at once. Soft, because strangers can cause it.
  account: { free: 100, longestMs: 15_000 },
} as const satisfies Record<string, ThrottleRule>

export function createSignInThrottle(now: () => number): SignInThrottle {
  const counts = createFailureCounts(now)

  return {
    begin({ email: typed, address, knownDevice }) {
      // No account has so long a name: they all count as one, so that they take no memory.
      const email = typed.length > textLimits.email ? '' : typed
      const keys: [string, ThrottleRule][] = knownDevice
        ? [[`device ${knownDevice}`, rules.device]]
        : [
            [`pair ${email} ${networkOf(address)}`, rules.pair],
            [`address ${networkOf(address)}`, rules.address],
            [`account ${email}`, rules.account],
          ]
      const counted = keys.map(([key, rule]) => ({ key, rule, count: counts.of(key) }))
      // A refused try is not kept: made-up names must not push out the counts of others.
      if (counted.some(({ count }) => counts.isBlocked(count))) return undefined
      for (const { key, rule, count } of counted) counts.fail(key, count, rule)
      return {
        succeeded() {
          for (const { count } of counted) count.failures = Math.max(0, count.failures - 1)
          const [own] = counted
          if (own) Object.assign(own.count, { failures: 0, blockedUntil: 0 })
        },
      }
    },
  }
}
