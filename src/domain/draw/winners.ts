import {
  type Draw,
  isTeam,
  type Match,
  type MatchRef,
  matchAt,
  type Side,
  type SideNumber,
  sideOf,
  TBD,
  type TeamId,
  winnerOf,
} from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import * as messages from '../sentences.ts'
import { byeWinner, clearWinner, decide, draftOf, placeWinner, settleBye, settleWalkover } from './draft.ts'
import { isBye, type Moment, nextPlace, sideNumberOf } from './draw-reader.ts'

export type Recorded = {
  readonly kind: 'set' | 'changed' | 'reconfirmed'
  readonly winner: TeamId
  readonly matches: readonly Match[]
  /** Played results that are cleared because the replaced team had won them. */
  readonly cleared: readonly Match[]
  /** Played results that the replaced team had lost: they stay. */
  readonly stays: readonly Match[]
}

/**
 * Sets, changes or reconfirms a winner, and places it in the next round. Changing clears all later wins of the replaced
 * team. Reconfirming places a winner that is not in the next round yet, such as a bye's; else it changes nothing.
 */
export function recordWinner(
  draw: Draw,
  { match: ref, side, ...moment }: { readonly match: MatchRef; readonly side: SideNumber } & Moment,
): Outcome<Recorded> {
  const match = matchAt(draw, ref)
  if (!match) return refused('no-such-match')
  const winner = sideOf(match, side)
  if (!isTeam(winner)) return refused('not-a-team')
  const kind = match.winner === undefined ? 'set' : match.winner === side ? 'reconfirmed' : 'changed'
  // Against a BYE even an absent team goes through; it loses the next match.
  const isMissing = draw.absent.includes(winner) && !isBye(match)
  if (kind !== 'reconfirmed' && isMissing) return refused('team-absent')

  const draft = draftOf(draw, moment)
  if (kind === 'reconfirmed') placeWinner(draft, ref)
  else decide(draft, ref, side)
  const { cleared, disturbed } = draft
  const stays = disturbed.filter((match) => !cleared.includes(match))
  return done({ kind, winner, matches: draft.changed(), cleared, stays })
}

/** The sentence of the banner. */
export function winnerMessage(team: string, match: Match, roundCount: number): string {
  const isFinal = match.round === roundCount - 1
  if (isFinal && !isBye(match)) return messages.wonTheCup(team)
  const isAgainstNobodyYet = match.sides.includes(TBD)
  return isFinal || isAgainstNobodyYet ? messages.goesThrough(team) : messages.advanced(team)
}

export type Undone = {
  readonly winner: Side
  readonly matches: readonly Match[]
  /** Played results of later rounds that are cleared too. */
  readonly cleared: readonly Match[]
}

/** Clears a winner and, in a cascade, all its later wins. */
export function undoWinner(
  draw: Draw,
  { match: ref, ...moment }: { readonly match: MatchRef } & Moment,
): Outcome<Undone> {
  const match = matchAt(draw, ref)
  if (!match) return refused('no-such-match')
  const winner = winnerOf(match)
  if (!winner) return refused('not-decided')
  // The opponent of an absent team goes through: the walkover would come back at once.
  if (match.walkover) return refused('walkover-stands')

  const draft = draftOf(draw, moment)
  clearWinner(draft, ref)
  settleWalkover(draft, ref)
  const cleared = draft.cleared.filter((fallen) => fallen !== match)
  return done({ winner, matches: draft.changed(), cleared })
}

/** Every bye's winner goes to the next round; a bye whose win was undone is decided again. */
export function advanceByes(draw: Draw, moment: Moment): Outcome<{ readonly matches: readonly Match[] }> {
  const draft = draftOf(draw, moment)
  for (const match of draw.rounds[0]?.matches ?? []) {
    if (!byeWinner(match)) continue
    settleBye(draft, match, false)
    placeWinner(draft, match)
  }
  const matches = draft.changed()
  return matches.length > 0 ? done({ matches }) : refused('no-byes-left')
}

/** A bye whose winner is not in the next round yet: the page offers 'Advance all byes'. */
export function isWaitingBye(draw: Draw, match: Match): boolean {
  if (!byeWinner(match)) return false
  const winner = winnerOf(match)
  if (!winner) return true
  const place = nextPlace(match, draw.rounds.length)
  const next = place && matchAt(draw, place)
  return next !== undefined && sideNumberOf(next, winner) !== place?.side
}
