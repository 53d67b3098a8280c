import { setBounded } from './bounded-map.ts'
import { steadyTime } from './clock.ts'

export type Buckets = ReturnType<typeof createBuckets>

type Bucket = { readonly left: number; readonly at: number }

const mostKeys = 10_000

/** Counts by a key what may be done so often at once, and then once more after each such time. */
export function createBuckets(
  { most, everyMs }: { readonly most: number; readonly everyMs: number },
  clock: () => number,
) {
  const now = steadyTime(clock)
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string): Bucket {
    const known = buckets.get(key) ?? { left: most, at: now() }
    const grown = Math.floor((now() - known.at) / everyMs)
    // Full again: the time that was left over does not count.
    if (known.left + grown >= most) return { left: most, at: now() }
    return { left: known.left + grown, at: known.at + grown * everyMs }
  }

  function add(key: string, count: number): void {
    const bucket = bucketOf(key)
    setBounded(buckets, key, { ...bucket, left: bucket.left + count }, mostKeys)
  }

  return {
    left: (key: string) => bucketOf(key).left,
    take: (key: string) => add(key, -1),
    /** It was not done after all. */
    giveBack: (key: string) => add(key, 1),
  }
}
