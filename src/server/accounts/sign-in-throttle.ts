import { textLimits } from '../../domain/text.ts'
import { setBounded } from '../bounded-map.ts'
import { steadyTime } from '../clock.ts'
import { createFailureCounts, networkOf, type ThrottleRule } from '../throttle.ts'

/**
 * Slows guessing down, and keeps no organiser out for long. A browser that has signed in before is counted by
 * itself, whatever strangers do. From everybody else an account takes 20 different passwords in a quarter of an hour. Most
 * of these are for whoever comes again with the same password some seconds later, whatever others do meanwhile: a person
 * does so who knows it is right, and who guesses goes on to the next.
 */
export type SignInThrottle = {
  /** Counts an attempt before it is checked, so that guesses sent at once count too. */
  begin(attempt: Attempt): Verdict
}

export type Attempt = {
  readonly email: string
  readonly address: string
  /** The same for the same password of the same account, and no way back to it. */
  readonly guess: string
  /** Proven by the browser: it has signed in to this account before. */
  readonly knownDevice?: string | undefined
}

/** To be checked, and what came of it; known to be wrong from an earlier try; or not now. */
type Verdict = Checking | 'known-wrong' | 'not-now'

type Checking = {
  succeeded(): void
  failed(): void
  /** There was no time to look at it. */
  notChecked(): void
}

const rules = {
  device: { free: 10, longestMs: 60_000 },
  pair: { free: 5, longestMs: 60_000 },
  // A whole bar may share one address.
  address: { free: 30, longestMs: 60_000 },
} as const satisfies Record<string, ThrottleRule>

const quarterOfAnHour = 15 * 60_000
/** Of these tries the last are only for those who come again. */
const triesOfAccount = 20
const triesForAll = 8
const comesAgain = { afterMs: 3_000, withinMs: 60_000 }
const mostAccounts = 50_000
const mostGuesses = 10_000

export function createSignInThrottle(clock: () => number): SignInThrottle {
  const now = steadyTime(clock)
  const counts = createFailureCounts(now)
  /** When an account was tried. */
  const tries = new Map<string, readonly number[]>()
  /** Passwords that were wrong, and when: trying one again tells nobody anything, so it costs nothing. */
  const wrong = new Map<string, number>()
  /** Passwords that were not looked at: when they first came, and when last. */
  const waiting = new Map<string, { readonly first: number; readonly last: number }>()
  const isRecent = (at: number) => now() - at < quarterOfAnHour

  /** Counts a try under each of these, unless one of them says no. The first is the visitor's own. */
  function countTry(keys: readonly (readonly [string, ThrottleRule])[]) {
    const counted = keys.map(([key, rule]) => ({ key, rule, count: counts.of(key) }))
    // A refused try is not kept: made-up names must not push out the counts of others.
    if (counted.some(({ count }) => counts.isBlocked(count))) return undefined
    for (const { key, rule, count } of counted) counts.fail(key, count, rule)
    const giveBack = () => {
      for (const { count } of counted) count.failures = Math.max(0, count.failures - 1)
    }
    return {
      notChecked: giveBack,
      succeeded() {
        giveBack()
        const [own] = counted
        if (own) Object.assign(own.count, { failures: 0, blockedUntil: 0 })
      },
    }
  }

  function triesOf(email: string): readonly number[] {
    return tries.get(email)?.filter(isRecent) ?? []
  }

  /** Whether this password comes again; if not, it is remembered as having come. */
  function isPatient(guess: string): boolean {
    const known = waiting.get(guess)
    const seen = known && now() - known.last <= comesAgain.withinMs ? known : { first: now() }
    setBounded(waiting, guess, { first: seen.first, last: now() }, mostGuesses)
    return now() - seen.first >= comesAgain.afterMs
  }

  function tryAccount(email: string, address: string, guess: string): Omit<Checking, 'failed'> | undefined {
    const recent = triesOf(email)
    const free = recent.length < triesForAll
    const counted = free
      ? countTry([
          [`pair ${email} ${networkOf(address)}`, rules.pair],
          [`address ${networkOf(address)}`, rules.address],
        ])
      : undefined
    if (!counted && (recent.length >= triesOfAccount || !isPatient(guess))) return undefined
    const at = now()
    setBounded(tries, email, [...recent, at], mostAccounts)
    const giveBack = () => {
      const kept = [...triesOf(email)]
      const own = kept.indexOf(at)
      if (own >= 0) kept.splice(own, 1)
      setBounded(tries, email, kept, mostAccounts)
    }
    return {
      notChecked() {
        giveBack()
        counted?.notChecked()
      },
      succeeded() {
        giveBack()
        counted?.succeeded()
      },
    }
  }

  return {
    begin({ email: typed, address, guess, knownDevice }) {
      // No account has so long a name: they all count as one, so that they take no memory.
      const email = typed.length > textLimits.email ? '' : typed
      if (!knownDevice && isRecent(wrong.get(guess) ?? Number.NEGATIVE_INFINITY)) return 'known-wrong'
      const checking = knownDevice
        ? countTry([[`device ${knownDevice}`, rules.device]])
        : tryAccount(email, address, guess)
      if (!checking) return 'not-now'
      return { ...checking, failed: () => setBounded(wrong, guess, now(), mostGuesses) }
    },
  }
}
