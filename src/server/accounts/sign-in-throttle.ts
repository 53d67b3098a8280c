import { isIPv6 } from 'node:net'
import { textLimits } from '../../domain/text.ts'
import { setBounded } from './bounded-map.ts'

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

type Rule = { readonly free: number; readonly longestMs: number }
type Count = { failures: number; last: number; blockedUntil: number }

const rules = {
  device: { free: 10, longestMs: 60_000 },
  pair: { free: 5, longestMs: 60_000 },
  // A whole bar may share one address.
  address: { free: 30, longestMs: 60_000 },
  // Guesses from everywhere at once. Soft, because strangers can cause it.
  account: { free: 100, longestMs: 15_000 },
} as const satisfies Record<string, Rule>

const forgottenAfterMs = 15 * 60_000
const mostCounts = 10_000

export function createSignInThrottle(now: () => number): SignInThrottle {
  const counts = new Map<string, Count>()

  function countOf(key: string): Count {
    const known = counts.get(key)
    return known && now() - known.last < forgottenAfterMs
      ? known
      : { failures: 0, last: now(), blockedUntil: 0 }
  }

  function fail(count: Count, { free, longestMs }: Rule) {
    count.failures += 1
    count.last = now()
    const over = count.failures - free
    if (over >= 0) count.blockedUntil = now() + Math.min(1_000 * 2 ** Math.min(over, 20), longestMs)
  }

  return {
    begin({ email: typed, address, knownDevice }) {
      // No account has so long a name: they all count as one, so that they take no memory.
      const email = typed.length > textLimits.email ? '' : typed
      const keys: [string, Rule][] = knownDevice
        ? [[`device ${knownDevice}`, rules.device]]
        : [
            [`pair ${email} ${network(address)}`, rules.pair],
            [`address ${network(address)}`, rules.address],
            [`account ${email}`, rules.account],
          ]
      const counted = keys.map(([key, rule]) => ({ key, rule, count: countOf(key) }))
      // A refused try is not kept: made-up names must not push out the counts of others.
      if (counted.some(({ count }) => count.blockedUntil > now())) return undefined
      for (const { key, rule, count } of counted) {
        fail(count, rule)
        setBounded(counts, key, count, mostCounts)
      }
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

/** A household's IPv6 addresses share their first half: they count as one. */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}
