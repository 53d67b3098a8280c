import { isIPv6 } from 'node:net'
import { setBounded } from './bounded-map.ts'
import type { Clock } from './clock.ts'

/** A token bucket for each key: `most` tokens, one refilled every `everyMs`. With `withinMs`, a sliding window: `most` in any such time. */
type Limit = {
  /** One bucket for all, one for the network of an address, or one for each key. */
  readonly by: 'everybody' | 'network' | 'key'
  readonly most: number
  /** The last tokens, which only retries may take. */
  readonly reserved?: number
  /** Bound of the memory: beyond it, the least recently used key starts afresh. */
  readonly keys?: number
} & ({ readonly everyMs: number } | { readonly withinMs: number })

const second = 1_000
const minute = 60 * second

/**
 * Every rate limit of the cup; each node counts for itself. By network they are wide, because a whole bar shares one address.
 * Where an entry has several limits, a request takes one token of each or none.
 */
const limits = {
  registration: [
    { by: 'everybody', most: 60, reserved: 10, withinMs: minute },
    { by: 'network', most: 50, reserved: 10, everyMs: 15 * second },
  ],
  /** Of its own, so that no flood without the code takes these. */
  'registration-with-code': [
    { by: 'everybody', most: 60, withinMs: minute },
    { by: 'network', most: 50, everyMs: 15 * second },
  ],
  /** The 20th within the window is a flood, of which organisers are told. */
  'refused-registration': [{ by: 'everybody', most: 19, withinMs: 10 * minute }],
  'flood-notice': [{ by: 'everybody', most: 1, withinMs: 10 * minute }],
  /** By team, on all its links together. */
  'entry-change': [{ by: 'key', most: 10, everyMs: 30 * second }],
  /** By table: its page needs no account. Teams on their own link have the limit above. */
  'table-report': [{ by: 'key', most: 6, everyMs: 20 * second }],
  'wrong-link': [{ by: 'network', most: 30, everyMs: 15 * second }],
  'push-subscription': [{ by: 'network', most: 200, everyMs: 10 * second }],
  /** By account, from browsers that never signed in to it. */
  'sign-in': [{ by: 'key', most: 20, reserved: 12, withinMs: 15 * minute, keys: 50_000 }],
  /** By password: known to be wrong, it is not checked again. */
  'wrong-password': [{ by: 'key', most: 1, withinMs: 15 * minute }],
} as const satisfies Record<string, readonly Limit[]>

type LimitName = keyof typeof limits
type Attempt = 'first' | 'retry'

const defaultKeys = 10_000

export type Limits = ReturnType<typeof createLimits>

/** The rate limiter. Keys are addresses where a limit is by network. */
export function createLimits(clock: Pick<Clock, 'monotonicMs'>) {
  const buckets = Object.fromEntries(
    Object.entries<readonly Limit[]>(limits).map(([what, each]) => [
      what,
      each.map((limit) => createBuckets(limit, clock)),
    ]),
  ) as Record<LimitName, Buckets[]>

  /** Milliseconds until there is a token; 0 if there is one. */
  function waitOf(what: LimitName, key: string, attempt: Attempt = 'first'): number {
    return Math.max(...buckets[what].map((each) => each.waitOf(key, attempt)))
  }

  return {
    waitOf,
    /** Takes a token and answers 0, or answers how many milliseconds to wait for one. */
    take(what: LimitName, key: string, attempt: Attempt = 'first'): number {
      const wait = waitOf(what, key, attempt)
      if (wait === 0) for (const each of buckets[what]) each.take(key)
      return wait
    },
    /** Undoes a take whose work did not happen. */
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
 * Recognises a retry: the same request, sent again `afterMs` or more after it was first refused. People do that, and a flood of
 * made-up requests does not, so reserved tokens are for retries. A request is forgotten `forgottenMs` after it last came.
 */
export function createRetries(
  clock: Pick<Clock, 'monotonicMs'>,
  { afterMs, forgottenMs }: { readonly afterMs: number; readonly forgottenMs: number },
) {
  const refused = new Map<string, { readonly first: number; readonly last: number }>()
  return {
    /** Records a refused request and answers how long it has to wait; 0 if it has waited. */
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

/** An IPv4 address, or the /64 of an IPv6 address: a household has all of that. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
