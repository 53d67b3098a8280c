import {
  BYE,
  type Draw,
  isTeam,
  type Match,
  matchAt,
  type SideRef,
  sideOf,
  type TeamId,
  winnerOf,
} from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { draftOf, seat, settleWalkover } from './draft.ts'
import { firstMatchOf, hasPlayed, type Moment, matchesOf, withMatches } from './draw-reader.ts'

export type AbsentSet = { readonly matches: readonly Match[]; readonly absent: readonly TeamId[] }

/**
 * An absent team gives its opponent a walkover: now if the opponent is known, else as soon as it is. If the team comes
 * after all, its walkovers are cleared, unless a match that followed from them was played. A replaced team has no match
 * any more, and may still turn up.
 */
export function setAbsent(
  draw: Draw,
  { team, absent, ...moment }: { readonly team: TeamId; readonly absent: boolean } & Moment,
): Outcome<AbsentSet> {
  const own = matchesOf(draw, team)
  const last = own.at(-1)
  const wasAbsent = draw.absent.includes(team)
  if (!last && (absent || !wasAbsent)) return refused('no-such-team')
  if (absent === wasAbsent) return done({ matches: [], absent: draw.absent })
  if (absent && !(last && isStillIn(last, team, draw.rounds.length))) return refused('nothing-to-play')

  const nowAbsent = absent ? [...draw.absent, team] : draw.absent.filter((id) => id !== team)
  const draft = draftOf(draw, moment, nowAbsent)
  for (const match of absent ? own.slice(-1) : own) settleWalkover(draft, match)
  if (!absent && draft.disturbed.length > 0) return refused('already-played')
  return done({ matches: draft.changed(), absent: nowAbsent })
}

function isStillIn(last: Match, team: TeamId, roundCount: number): boolean {
  const winner = winnerOf(last)
  return winner === undefined || (winner === team && last.round + 1 < roundCount)
}

/** Carries no-shows over to a new draw, where their opponents get walkovers too. */
export function keepAbsent(draw: Draw, { absent, ...moment }: Pick<Draw, 'absent'> & Moment): Draw {
  const kept = absent.filter((team) => firstMatchOf(draw, team))
  if (kept.length === 0) return draw
  const draft = draftOf(draw, moment, kept)
  for (const { matches } of draw.rounds) for (const match of matches) settleWalkover(draft, match)
  return { ...withMatches(draw, draft.changed()), absent: kept }
}

export type Placed = {
  readonly matches: readonly Match[]
  readonly absent: readonly TeamId[]
  /** The no-show that was replaced, and stays absent; undefined for a BYE. */
  readonly replaced?: TeamId
}

/**
 * A late team takes the place of a BYE or of a no-show, as long as neither that match nor a later
 * match depending on it was played. The bye or walkover of its opponent is cleared.
 * The caller checks that the team is approved and not in the draw yet.
 */
export function placeTeam(
  draw: Draw,
  { team, place, ...moment }: { readonly team: TeamId; readonly place: SideRef } & Moment,
): Outcome<Placed> {
  const match = matchAt(draw, place)
  if (!match) return refused('no-such-match')
  const side = sideOf(match, place.side)
  const missing = isTeam(side) && draw.absent.includes(side) ? side : undefined
  if (side !== BYE && !missing) return refused('not-absent-or-bye')

  const absent = draw.absent.filter((id) => id !== team)
  const draft = draftOf(draw, moment, absent)
  // The late team takes over every match of the missing one; a bye stays a bye.
  const taken = missing ? matchesOf(draw, missing) : []
  if (taken.some(hasPlayed)) return refused('already-played')
  for (const match of taken) {
    const [one, two] = match.sides
    draft.put({ ...match, sides: [one === missing ? team : one, two === missing ? team : two] })
  }
  if (!missing) seat(draft, place, team)
  for (const ref of missing ? taken : [place]) settleWalkover(draft, ref)
  if (draft.disturbed.length > 0) return refused('already-played')
  return done({ matches: draft.changed(), absent, ...(missing && { replaced: missing }) })
}
