import { isIPv6 } from 'node:net'
import { setBounded } from './bounded-map.ts'
import type { Clock } from './clock.ts'

/** Token bucket per key: `most` tokens, one refilled every `everyMs`. With `withinMs` a sliding window: `most` in any such time. */
type Limit = {
  /** One bucket for all, one per network of an address, or one per key. */
  readonly by: 'everybody' | 'network' | 'key'
  readonly most: number
  /** Tokens that only retries may take. */
  readonly reserved?: number
  /** Bounds the memory: beyond it, the least recently used key is evicted. */
  readonly keys?: number
} & ({ readonly everyMs: number } | { readonly withinMs: number })

const second = 1_000
const minute = 60 * second

/**
 * Every rate limit of the cup; each node counts its own requests. Limits by network are wide, because a whole bar shares one
 * address. A request takes a token from each limit of its entry, or from none.
 */
const limits = {
  registration: [
    { by: 'everybody', most: 60, reserved: 10, withinMs: minute },
    { by: 'network', most: 50, reserved: 10, everyMs: 15 * second },
  ],
  /** Separate, so that a flood without the code cannot use these up. */
  'registration-with-code': [
    { by: 'everybody', most: 60, withinMs: minute },
    { by: 'network', most: 50, everyMs: 15 * second },
  ],
  /** The 20th refusal within the window is a flood, and organisers are told. */
  'refused-registration': [{ by: 'everybody', most: 19, withinMs: 10 * minute }],
  'flood-notice': [{ by: 'everybody', most: 1, withinMs: 10 * minute }],
  /** By team, not by link. */
  'entry-change': [{ by: 'key', most: 10, everyMs: 30 * second }],
  /** By table, because its page needs no account. A team's own page has the limit above. */
  'table-report': [{ by: 'key', most: 6, everyMs: 20 * second }],
  'wrong-link': [{ by: 'network', most: 30, everyMs: 15 * second }],
  'push-subscription': [{ by: 'network', most: 200, everyMs: 10 * second }],
  /** By team, for phones that have its own link: strangers in the same bar cannot use these up. */
  'own-push-subscription': [{ by: 'key', most: 20, everyMs: 30 * second }],
  /** By account, for browsers that have never signed in to it. */
  'sign-in': [{ by: 'key', most: 20, reserved: 12, withinMs: 15 * minute, keys: 50_000 }],
  /** By guess: a password known to be wrong is not hashed again. */
  'wrong-password': [{ by: 'key', most: 1, withinMs: 15 * minute }],
} as const satisfies Record<string, readonly Limit[]>

type LimitName = keyof typeof limits
type Attempt = 'first' | 'retry'

const defaultKeys = 10_000

export type Limits = ReturnType<typeof createLimits>

/** The rate limiter. For limits by network, the key is an IP address. */
export function createLimits(clock: Pick<Clock, 'monotonicMs'>) {
  const buckets = Object.fromEntries(
    Object.entries<readonly Limit[]>(limits).map(([what, each]) => [
      what,
      each.map((limit) => createBuckets(limit, clock)),
    ]),
  ) as Record<LimitName, Buckets[]>

  /** Milliseconds until a token is free; 0 if one is. */
  function waitOf(what: LimitName, key: string, attempt: Attempt = 'first'): number {
    return Math.max(...buckets[what].map((each) => each.waitOf(key, attempt)))
  }

  return {
    waitOf,
    /** Takes a token and returns 0, or returns the milliseconds to wait. */
    take(what: LimitName, key: string, attempt: Attempt = 'first'): number {
      const wait = waitOf(what, key, attempt)
      if (wait === 0) for (const each of buckets[what]) each.take(key)
      return wait
    },
    /** Undoes a take, if the work did not happen. */
    giveBack(what: LimitName, key: string): void {
      for (const each of buckets[what]) each.giveBack(key)
    },
  }
}

type Buckets = ReturnType<typeof createBuckets>

function createBuckets(limit: Limit, clock: Pick<Clock, 'monotonicMs'>) {
  const { by, most, reserved = 0, keys = defaultKeys } = limit
  /** When each taken token returns, ascending. */
  const returns = new Map<string, readonly number[]>()
  const bucketOf = (key: string) => (by === 'everybody' ? '' : by === 'network' ? networkOf(key) : key)
  const returnsOf = (bucket: string, now: number) => (returns.get(bucket) ?? []).filter((at) => at > now)

  return {
    waitOf(key: string, attempt: Attempt): number {
      const now = clock.monotonicMs()
      const taken = returnsOf(bucketOf(key), now)
      const tokens = attempt === 'retry' ? most : most - reserved
      const returnsAt = taken[taken.length - tokens]
      return returnsAt === undefined ? 0 : returnsAt - now
    },
    take(key: string): void {
      const bucket = bucketOf(key)
      const now = clock.monotonicMs()
      const taken = returnsOf(bucket, now)
      const returnsAt =
        'withinMs' in limit ? now + limit.withinMs : Math.max(now, taken.at(-1) ?? now) + limit.everyMs
      setBounded(returns, bucket, [...taken, returnsAt], keys)
    },
    giveBack(key: string): void {
      const bucket = bucketOf(key)
      setBounded(returns, bucket, returnsOf(bucket, clock.monotonicMs()).slice(0, -1), keys)
    },
  }
}

const mostRequests = 50_000

/**
 * Recognises retries: the same request again, `afterMs` or more after it was first refused. People retry, a flood of made-up
 * requests does not, so reserved tokens are for retries. A request is forgotten `forgottenMs` after it was last seen.
 */
export function createRetries(
  clock: Pick<Clock, 'monotonicMs'>,
  { afterMs, forgottenMs }: { readonly afterMs: number; readonly forgottenMs: number },
) {
  const refused = new Map<string, { readonly first: number; readonly last: number }>()
  return {
    /** Records a refused request and returns how long it has to wait; 0 if it has waited. */
    waitOf(request: string): number {
      const now = clock.monotonicMs()
      const known = refused.get(request)
      const first = known && now - known.last <= forgottenMs ? known.first : now
      setBounded(refused, request, { first, last: now }, mostRequests)
      return Math.max(0, first + afterMs - now)
    },
    forget: (request: string) => refused.delete(request),
  }
}

/** An IPv4 address, or the /64 of an IPv6 address, which is one household's. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
