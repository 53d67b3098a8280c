import { applyRevision, type Revision, type ViewSlice } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import type { LiveEvent } from './live-event.ts'

export type LiveLog = {
  /** The last revision known; undefined before the first slice. */
  readonly latest: number | undefined
  /** From here on, what comes follows this revision. */
  startAt(revision: number): void
  /** 'missed' means that something lies between what is known and what came. */
  receive(event: LiveEvent, isFirst: boolean): 'news' | 'known' | 'missed'
  /** The slice with all that is known applied; the same object as long as nothing is new. */
  bring<Part extends ViewSlice>(slice: Part): Part
  /** False when revisions between the slice and what is known are gone. */
  covers(slice: ViewSlice): boolean
  /** What is known, to be kept on the device. */
  save(): KeptLog | undefined
  /** Takes up what was kept, if it leads further than what is known. */
  recall(kept: KeptLog): void
}

/** Revisions without a gap on top of a revision, or of the whole view of it. */
export type KeptLog = {
  readonly base: { readonly revision: number; readonly view?: CupView | undefined }
  readonly revisions: readonly Revision[]
}

/** The latest revisions without a gap, on top of the revision (or the whole view) they began with. */
export function createLiveLog({ limit }: { readonly limit: number }): LiveLog {
  let base: KeptLog['base'] | undefined
  let log: Revision[] = []
  /** Grows when a whole view is not newer than what was known: a database that was put back. */
  let history = 0
  const brought = new WeakMap<ViewSlice, { readonly value: ViewSlice; readonly history: number }>()

  function latest(): number | undefined {
    return log.at(-1)?.revision ?? base?.revision
  }

  function add(revision: Revision) {
    log.push(revision)
    if (!base || log.length <= limit) return
    const oldest = log.shift() as Revision
    base = { revision: oldest.revision, view: base.view && applyRevision(base.view, oldest) }
  }

  function replace(view: CupView) {
    if (view.revision <= (latest() ?? -1)) history += 1
    base = { revision: view.revision, view }
    log = []
  }

  function isOutdated(value: ViewSlice, seenIn: number): boolean {
    return base !== undefined && (value.revision < base.revision || seenIn !== history)
  }

  return {
    get latest() {
      return latest()
    },
    startAt(revision) {
      if (revision === latest()) return
      base = { revision }
      log = []
    },
    receive(event, isFirst) {
      const known = latest() ?? -1
      if (event.kind === 'hello') return event.revision > known ? 'missed' : 'known'
      if (event.kind === 'view') {
        // Only as the answer to a new connection may a view be older than what the page has.
        if (!isFirst && event.view.revision <= known) return 'known'
        replace(event.view)
        return 'news'
      }
      if (event.revision.revision <= known) return 'known'
      if (event.revision.revision !== known + 1) return 'missed'
      add(event.revision)
      return 'news'
    },
    bring<Part extends ViewSlice>(slice: Part): Part {
      const before = brought.get(slice) ?? { value: slice, history }
      let value = before.value as Part
      if (!base) return value
      if (isOutdated(value, before.history)) {
        if (!base.view) return value
        value = sliceOf(base.view, value)
      }
      for (const revision of log.slice(Math.max(0, value.revision - base.revision))) {
        value = applyRevision(value, revision)
      }
      brought.set(slice, { value, history })
      return value
    },
    save: () => base && { base, revisions: log },
    recall(kept) {
      const reached = kept.revisions.at(-1)?.revision ?? kept.base.revision
      if (reached <= (latest() ?? -1)) return
      base = kept.base
      log = [...kept.revisions]
    },
    covers(slice) {
      const { value, history: seenIn } = brought.get(slice) ?? { value: slice, history }
      return base?.view !== undefined || !isOutdated(value, seenIn)
    },
  }
}

/** The same parts, from the whole view; what else the page's data holds stays. */
function sliceOf<Part extends ViewSlice>(view: CupView, slice: Part): Part {
  const { draw: _before, ...rest } = slice
  return {
    ...rest,
    revision: view.revision,
    ...(slice.settings && { settings: view.settings }),
    ...(slice.entries && { entries: view.entries }),
    ...(slice.editions && { editions: view.editions }),
    ...(slice.pastDraws && { pastDraws: view.pastDraws }),
    ...(slice.drawStatus && { drawStatus: view.drawStatus }),
    // As in applyRevision: whoever tells the status carries the draw, also while there is none.
    ...((slice.drawStatus || slice.draw) && view.draw && { draw: view.draw }),
  } as Part
}
