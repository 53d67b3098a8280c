/** The latest revisions as they went over the wire, without a gap, bounded in number and in bytes. */
export type Ring = {
  /** Everything after the given revision up to the latest; undefined when that reaches further back than the ring. */
  after(revision: number): readonly Buffer[] | undefined
  add(revision: number, bytes: Buffer): void
  /** Begins anew behind the given revision. */
  restart(revision: number): void
}

export function createRing(limits: { readonly count: number; readonly bytes: number }): Ring {
  let kept: { revision: number; bytes: Buffer }[] = []
  let bytesKept = 0
  /** The revision just before the oldest one kept. */
  let floor = 0

  return {
    after(revision) {
      if (revision < floor) return undefined
      return kept.slice(revision - floor).map(({ bytes }) => bytes)
    },
    add(revision, bytes) {
      kept.push({ revision, bytes })
      bytesKept += bytes.length
      while (kept.length > limits.count || bytesKept > limits.bytes) {
        const dropped = kept.shift()
        if (!dropped) break
        bytesKept -= dropped.bytes.length
        floor = dropped.revision
      }
    },
    restart(revision) {
      kept = []
      bytesKept = 0
      floor = revision
    },
  }
}
