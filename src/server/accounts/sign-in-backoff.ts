import { textLimits } from '../../domain/tidy-text.ts'
import { setBounded } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import { createLimits, createRetries, networkOf } from '../rate-limits.ts'

export type Attempt = {
  readonly email: string
  readonly address: string
  /** Keyed hash of account and password. */
  readonly guess: string
  /** Id of a browser that has proven to have signed in to this account before. */
  readonly knownDevice?: string | undefined
}

/** The attempt counts as failed from the start; `succeeded` and `notChecked` undo that. */
type Checking = {
  succeeded(): void
  /** Remembers the guess, so that it is not checked again. */
  failed(): void
  /** The server was too busy to hash the password. */
  notChecked(): void
}

/**
 * Slows password guessing down without locking an organiser out. A known browser has its own backoff. All others share the
 * account's tokens, most of them reserved for retries: a person repeats the right password, a guesser tries the next.
 */
export function createSignInBackoff(clock: Pick<Clock, 'monotonicMs'>) {
  const limits = createLimits(clock)
  const devices = createBackoff(clock, { free: 10, longestMs: 60_000 })
  const pairs = createBackoff(clock, { free: 5, longestMs: 60_000 })
  // A whole bar may share one address.
  const networks = createBackoff(clock, { free: 30, longestMs: 60_000 })
  const retries = createRetries(clock, { afterMs: 3_000, forgottenMs: 60_000 })

  function tryDevice(device: string): Omit<Checking, 'failed'> | undefined {
    if (devices.waitOf(device) > 0) return undefined
    devices.fail(device)
    return { succeeded: () => devices.reset(device), notChecked: () => devices.undo(device) }
  }

  function tryAccount(email: string, address: string, guess: string): Omit<Checking, 'failed'> | undefined {
    const network = networkOf(address)
    const pair = `${email} ${network}`
    const giveBack = () => limits.giveBack('sign-in', email)
    // Before a token is taken: a blocked network must not evict other keys with made-up accounts.
    const isBlocked = pairs.waitOf(pair) > 0 || networks.waitOf(network) > 0
    if (isBlocked || limits.take('sign-in', email) > 0) {
      const isRetry = retries.waitOf(guess) === 0
      const isTaken = isRetry && limits.take('sign-in', email, 'retry') === 0
      return isTaken ? { succeeded: giveBack, notChecked: giveBack } : undefined
    }
    pairs.fail(pair)
    networks.fail(network)
    function notChecked() {
      giveBack()
      pairs.undo(pair)
      networks.undo(network)
    }
    function succeeded() {
      notChecked()
      pairs.reset(pair)
    }
    return { succeeded, notChecked }
  }

  return {
    /** Counts an attempt before it is checked, so that concurrent guesses count too. */
    begin({ email: typed, address, guess, knownDevice }: Attempt): Checking | 'known-wrong' | 'not-now' {
      // Too long for any account: all such share one bucket, which bounds the memory.
      const email = typed.length > textLimits.email ? '' : typed
      if (!knownDevice && limits.waitOf('wrong-password', guess) > 0) return 'known-wrong'
      const checking = knownDevice ? tryDevice(knownDevice) : tryAccount(email, address, guess)
      if (!checking) return 'not-now'
      return { ...checking, failed: () => void limits.take('wrong-password', guess) }
    },
  }
}

const forgottenMs = 15 * 60_000
const mostKeys = 10_000

/** Exponential backoff by key, after `free` failures: 1 s, 2 s, 4 s, capped at `longestMs`. */
export function createBackoff(
  clock: Pick<Clock, 'monotonicMs'>,
  { free, longestMs }: { readonly free: number; readonly longestMs: number },
) {
  const counts = new Map<string, { readonly failures: number; readonly last: number }>()

  function countOf(key: string) {
    const known = counts.get(key)
    return known && clock.monotonicMs() - known.last < forgottenMs ? known : undefined
  }

  return {
    waitOf(key: string): number {
      const { failures, last } = countOf(key) ?? { failures: 0, last: 0 }
      if (failures < free) return 0
      const delay = Math.min(1_000 * 2 ** (failures - free), longestMs)
      return Math.max(0, last + delay - clock.monotonicMs())
    },
    fail(key: string): void {
      const failures = (countOf(key)?.failures ?? 0) + 1
      setBounded(counts, key, { failures, last: clock.monotonicMs() }, mostKeys)
    },
    /** Takes one failure back. */
    undo(key: string): void {
      const known = countOf(key)
      if (known) setBounded(counts, key, { ...known, failures: known.failures - 1 }, mostKeys)
    },
    reset: (key: string) => void counts.delete(key),
  }
}
