import type { CupView, Entry, Match, SideNumber, TeamId } from '../cup.ts'
import { isPlayable, sideNumberOf } from '../draw/draw-reader.ts'
import { waitingList } from '../teams/entries.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { championOf } from './progress.ts'

/** The state of an entry, from registration to the last match. */
export type EntryState =
  | { readonly state: 'pending' | 'approved' }
  /** `place` counts from 1. */
  | { readonly state: 'waiting'; readonly place: number }
  /** The draw was made without it; `isOver` once its final is won. */
  | { readonly state: 'late'; readonly approved: boolean; readonly isOver: boolean }
  | { readonly state: 'drawn'; readonly outlook: Outlook }
  /** Marked as a no-show: its opponents go through, or another team has its place. */
  | { readonly state: 'absent'; readonly isReplaced: boolean }
  /** Withdrawn by the team; in the draw an organiser has to confirm it. */
  | { readonly state: 'withdrawn'; readonly isConfirmed: boolean; readonly isDrawn: boolean }

export function entryStateOf(
  { entries, settings, draw }: Pick<CupView, 'entries' | 'settings' | 'draw'>,
  entry: Entry,
): EntryState {
  const outlook = draw && outlookOf(draw, entry.id)
  const isAbsent = draw?.absent.includes(entry.id) ?? false
  if (draw && outlook && outlook.state !== 'not-in-draw') {
    const hasWon = outlook.state === 'champion' || outlook.state === 'alone'
    if (entry.withdrawnAt && !hasWon)
      return {
        state: 'withdrawn',
        isConfirmed: isAbsent || outlook.state === 'out',
        isDrawn: true,
      }
    if (isAbsent && !hasWon) return { state: 'absent', isReplaced: false }
    return { state: 'drawn', outlook }
  }
  if (entry.withdrawnAt) return { state: 'withdrawn', isConfirmed: true, isDrawn: false }
  if (isAbsent) return { state: 'absent', isReplaced: true }
  // The team limit no longer matters: an organiser may still have a place.
  if (draw) return { state: 'late', approved: entry.approved, isOver: championOf(draw) !== undefined }
  const place = waitingList(entries, settings.teamLimit).findIndex(({ id }) => id === entry.id) + 1
  if (place > 0) return { state: 'waiting', place }
  return { state: entry.approved ? 'approved' : 'pending' }
}

/** The match that a team can report, and its side of it; undefined while reports are off. */
export function matchToReport(
  { draw, settings }: Pick<CupView, 'draw' | 'settings'>,
  team: TeamId,
): { readonly match: Match; readonly side: SideNumber } | undefined {
  // During the draw show the opponent is not revealed yet.
  if (settings.reports === 'off' || !draw || draw.show) return undefined
  const outlook = outlookOf(draw, team)
  if (!('match' in outlook) || !isPlayable(outlook.match)) return undefined
  const side = sideNumberOf(outlook.match, team)
  return side && { match: outlook.match, side }
}

/** Success messages on a team's own page. */
export const entrySaid = {
  correct: 'Your entry is corrected. The organisers can see the change.',
  'ask-correction': 'You are already in the draw. An organiser will review your correction.',
  withdraw: 'Your team has withdrawn. Thanks for letting us know.',
  'check-in': 'Good to have you here!',
} as const
