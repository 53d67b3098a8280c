import type { CupView, DrawStatus, Draw, Edition, Entry, Match, Settings, TeamId } from './cup.ts'

/** What a command changed in public, as data. The server's view and every open page apply the same changes. */
export type Change =
  | { readonly kind: 'matches'; readonly matches: readonly Match[] }
  | { readonly kind: 'draw'; readonly status: DrawStatus; readonly draw?: Draw }
  | { readonly kind: 'absent'; readonly absent: readonly TeamId[] }
  | { readonly kind: 'draw-teams'; readonly teams: Draw['teams'] }
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'entry-removed'; readonly id: TeamId }
  | { readonly kind: 'settings'; readonly settings: Partial<Settings> }
  | { readonly kind: 'editions'; readonly editions: readonly Edition[] }

/** All that one revision changed: one journal row, one event on the wire. */
export type Revision = {
  readonly revision: number
  readonly at: string
  readonly changes: readonly Change[]
}

/** Applies a revision to a view; one that the view already contains changes nothing. */
export function applyRevision<View extends Partial<CupView> & { readonly revision: number }>(
  view: View,
  revision: Revision,
): View {
  if (revision.revision <= view.revision) return view
  throw new Error('not written yet')
}
