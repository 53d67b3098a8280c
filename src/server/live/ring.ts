import type { Position } from '../../domain/changes.ts'

/** The latest revisions as they went over the wire, without a gap, bounded in number and in bytes. */
export type Ring = {
  /** The last revision told; undefined before anything is known. */
  reached(): Position | undefined
  /** Everything after the given position up to the latest; undefined when that is out of reach, or of another epoch. */
  after(position: Position): readonly Buffer[] | undefined
  /** The revision directly after the last one. */
  add(bytes: Buffer): void
  /** Begins anew behind the given position. */
  restart(position: Position): void
}

export function createRing(limits: { readonly count: number; readonly bytes: number }): Ring {
  let kept: Buffer[] = []
  let bytesKept = 0
  /** Just before the oldest one kept. */
  let start: Position | undefined

  return {
    reached: () => start && { epoch: start.epoch, revision: start.revision + kept.length },
    after({ epoch, revision }) {
      if (epoch !== start?.epoch) return undefined
      const known = revision - start.revision
      return known >= 0 && known <= kept.length ? kept.slice(known) : undefined
    },
    add(bytes) {
      if (!start) return
      kept.push(bytes)
      bytesKept += bytes.length
      while (kept.length > limits.count || bytesKept > limits.bytes) {
        bytesKept -= kept.shift()?.length ?? 0
        start = { epoch: start.epoch, revision: start.revision + 1 }
      }
    },
    restart({ epoch, revision }) {
      kept = []
      bytesKept = 0
      start = { epoch, revision }
    },
  }
}
