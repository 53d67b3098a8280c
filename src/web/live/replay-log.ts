import { applyRevision, type Position, type Revision, type ViewSlice } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import { remember, remembered } from '../device-storage.ts'

/** Replay log of a tab's stream, so that a reload without a network shows nothing older than before. */
export type ReplayLog = {
  readonly epoch: number
  /** When it was current, by the server's clock. */
  readonly asOf?: string | undefined
  /** The last snapshot, and the revisions since. */
  readonly view?: CupView | undefined
  readonly revisions: readonly Revision[]
}

/** More than an evening has; a copy older than the log is shown as it is. */
const mostRevisions = 1_000

export function withView(view: CupView): ReplayLog {
  return { epoch: view.epoch, view, revisions: [] }
}

export function withRevision(log: ReplayLog | undefined, epoch: number, revision: Revision): ReplayLog {
  const same = log?.epoch === epoch ? log : undefined
  return { epoch, view: same?.view, revisions: [...(same?.revisions ?? []), revision].slice(-mostRevisions) }
}

/** Applies the log's revisions that follow on the slice; the same object if there are none. */
export function replay<Part extends ViewSlice>(log: ReplayLog | undefined, slice: Part): Part {
  if (log?.epoch !== slice.epoch) return slice
  const { view, revisions } = log
  const start = view && view.revision > slice.revision ? sliceOf(view, slice) : slice
  return revisions.reduce(
    (shown, next) => (next.revision === shown.revision + 1 ? applyRevision(shown, next) : shown),
    start,
  )
}

/** The same parts, from the whole view; the page's other data stays. As in applyRevision, `drawStatus` brings the draw. */
export function sliceOf<Part extends ViewSlice>({ draw, ...view }: CupView, slice: Part): Part {
  const { draw: before, ...rest } = slice
  const parts = Object.entries(view).filter(([part]) => part in rest)
  const drawn = (slice.drawStatus || before) && draw && { draw }
  return { ...rest, ...Object.fromEntries(parts), ...drawn } as unknown as Part
}

/** Whether the log's last revision is that one. */
export function endsAt(log: ReplayLog | undefined, { epoch, revision }: Position): boolean {
  return log?.epoch === epoch && (log.revisions.at(-1) ?? log.view)?.revision === revision
}

const key = 'replayLog'

export function readLog(): ReplayLog | undefined {
  return JSON.parse(remembered(key, 'sessionStorage') ?? 'null') ?? undefined
}

/** In the tab's own storage: it survives a reload, and ends with the tab. */
export function saveLog(log: ReplayLog | undefined) {
  if (log) remember(key, JSON.stringify(log), 'sessionStorage')
}
