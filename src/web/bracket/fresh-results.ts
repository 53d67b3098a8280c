import type { Draw, Match, SideRef } from '../../domain/cup.ts'
import { isTeam, sideOf } from '../../domain/cup.ts'
import { feederOf } from '../../domain/draw/draw-reader.ts'

type Rounds = Pick<Draw, 'rounds'>

/** Matches decided, or decided otherwise, since an earlier draw; only rounds that are new objects are looked at. */
export function freshResults(before: Rounds, now: Rounds): Match[] {
  return changedMatches(before, now).flatMap(([was, match]) =>
    match.winner && match.winner !== was.winner ? [match] : [],
  )
}

/** Places that a team has newly come to, each with the match it came from. */
export function arrivals(
  before: Rounds,
  now: Rounds,
): { to: SideRef; from: { round: number; index: number } }[] {
  return changedMatches(before, now).flatMap(([was, match]) =>
    ([1, 2] as const).flatMap((side) => {
      const to = { round: match.round, index: match.index, side }
      const from = feederOf(to)
      const isNew = isTeam(sideOf(match, side)) && sideOf(match, side) !== sideOf(was, side)
      return isNew && from ? [{ to, from }] : []
    }),
  )
}

function changedMatches(before: Rounds, now: Rounds): [was: Match, match: Match][] {
  return now.rounds.flatMap((round, roundIndex) => {
    const earlier = before.rounds[roundIndex]
    if (!earlier || earlier === round) return []
    return round.matches.flatMap((match, index) => {
      const was = earlier.matches[index]
      return was && was !== match && was.id === match.id ? [[was, match] as [Match, Match]] : []
    })
  })
}
