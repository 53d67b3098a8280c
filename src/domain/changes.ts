import type { CupView, Draw, DrawStatus, Edition, Entry, Match, Settings, TeamId } from './cup.ts'
import { withMatches } from './draw/draw-reader.ts'
import { compareArrival } from './teams/entries.ts'

/** The public effect of a command as data: the server's view and every open page apply the same changes. */
export type Change =
  | { readonly kind: 'matches'; readonly matches: readonly Match[] }
  | { readonly kind: 'draw'; readonly status: DrawStatus; readonly draw?: Draw }
  /** The draw show has ended, by the clock or by an organiser's tap. */
  | { readonly kind: 'show-over' }
  | { readonly kind: 'absent'; readonly absent: readonly TeamId[] }
  /** Teams to add or rename; the others stay. */
  | { readonly kind: 'draw-teams'; readonly teams: Draw['teams'] }
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'entry-removed'; readonly id: TeamId }
  | { readonly kind: 'settings'; readonly settings: Partial<Settings> }
  | { readonly kind: 'editions'; readonly editions: readonly Edition[] }
  | { readonly kind: 'past-draws'; readonly pastDraws: readonly number[] }
  /** An organiser's session ended: every open organiser page checks its own. */
  | { readonly kind: 'sessions' }

/** All that one revision changed: one journal row, one event on the wire. */
export type Revision = {
  readonly revision: number
  readonly at: string
  readonly changes: readonly Change[]
}

/** Logical clock: revisions count within an epoch, and epochs only grow. */
export type Position = { readonly epoch: number; readonly revision: number }

export function isAfter(one: Position, other: Position): boolean {
  return one.epoch === other.epoch ? one.revision > other.revision : one.epoch > other.epoch
}

/** A view, or the slice of it that a page renders from. */
export type ViewSlice = Partial<CupView> & Position

/** Idempotent reducer: a revision already applied changes nothing, a slice ignores changes to other parts, and unchanged parts keep their identity. */
export function applyRevision<View extends ViewSlice>(view: View, revision: Revision): View {
  if (revision.revision <= view.revision) return view
  const changed = revision.changes.reduce<ViewSlice>(applyChange, withEntryChanges(view, revision.changes))
  return { ...changed, revision: revision.revision } as View
}

function applyChange(view: ViewSlice, change: Change): ViewSlice {
  switch (change.kind) {
    case 'matches':
      return view.draw ? { ...view, draw: withMatches(view.draw, change.matches) } : view
    case 'draw':
      return withDraw(view, change)
    case 'show-over':
      return view.draw ? { ...view, draw: withoutShow(view.draw) } : view
    case 'absent':
      return view.draw ? { ...view, draw: { ...view.draw, absent: change.absent } } : view
    case 'draw-teams':
      return view.draw
        ? { ...view, draw: { ...view.draw, teams: { ...view.draw.teams, ...change.teams } } }
        : view
    case 'settings':
      return view.settings ? { ...view, settings: { ...view.settings, ...change.settings } } : view
    case 'editions':
      return view.editions ? { ...view, editions: change.editions } : view
    case 'past-draws':
      return view.pastDraws ? { ...view, pastDraws: change.pastDraws } : view
    default:
      // A page opened before an upgrade may receive a kind of change it does not know.
      return view
  }
}

function withoutShow({ show: _show, ...draw }: Draw): Draw {
  return draw
}

/** A slice with `drawStatus` also receives `draw`. */
function withDraw(view: ViewSlice, { status, draw }: { status: DrawStatus; draw?: Draw }): ViewSlice {
  if (view.drawStatus === undefined && view.draw === undefined) return view
  const { draw: _before, ...rest } = view
  const next = draw ? { ...rest, draw } : rest
  return view.drawStatus === undefined ? next : { ...next, drawStatus: status }
}

/** One pass for all entries of a revision, because cleaning up after a flood removes thousands at once. Sorted by arrival. */
function withEntryChanges(view: ViewSlice, changes: readonly Change[]): ViewSlice {
  const { entries } = view
  const latest = new Map<TeamId, Entry | undefined>()
  for (const change of changes) {
    if (change.kind === 'entry') latest.set(change.entry.id, change.entry)
    if (change.kind === 'entry-removed') latest.set(change.id, undefined)
  }
  if (!entries || latest.size === 0) return view
  const kept = entries.flatMap((entry) => (latest.has(entry.id) ? (latest.get(entry.id) ?? []) : entry))
  const known = new Set(entries.map(({ id }) => id))
  const added = [...latest.values()].filter((entry) => entry !== undefined && !known.has(entry.id)) as Entry[]
  return { ...view, entries: added.length === 0 ? kept : [...kept, ...added].sort(compareArrival) }
}
