import type { Match, MatchRef, TeamId } from './cup.ts'
import { winnerOf } from './cup.ts'
import { type Draft, draftOf, settleWalkover } from './draft.ts'
import { type DrawReader, type Moment, nextPlace, sideNumberOf } from './draw-reader.ts'
import { done, type Outcome, refused } from './outcome.ts'

export type AbsentSet = { readonly matches: readonly Match[]; readonly absent: readonly TeamId[] }

/**
 * A team that does not come gives its opponent a walkover: now if the opponent is known, else as soon as it arrives.
 * If it comes after all, those walkovers are taken back, as long as nobody played on the strength of them.
 * `first` is the team's match of the first round.
 */
export function setAbsent(
  reader: DrawReader,
  {
    team,
    first,
    absent,
    ...moment
  }: { readonly team: TeamId; readonly first: MatchRef; readonly absent: boolean } & Moment,
): Outcome<AbsentSet> {
  const match = reader.match(first)
  if (!match || !sideNumberOf(match, team)) return refused('no-such-team')
  if (reader.absent.includes(team) === absent) return done({ matches: [], absent: reader.absent })
  return absent ? markAbsent(reader, team, first, moment) : markPresent(reader, team, first, moment)
}

function markAbsent(reader: DrawReader, team: TeamId, first: MatchRef, moment: Moment): Outcome<AbsentSet> {
  const absent = [...reader.absent, team]
  const draft = draftOf(reader, moment, absent)
  const last = matchesOf(draft, team, first).at(-1)
  if (!last || !isStillIn(last, team, reader.roundCount)) return refused('nothing-to-play')
  settleWalkover(draft, last)
  return done({ matches: draft.changed(), absent })
}

function markPresent(reader: DrawReader, team: TeamId, first: MatchRef, moment: Moment): Outcome<AbsentSet> {
  const absent = reader.absent.filter((id) => id !== team)
  const draft = draftOf(reader, moment, absent)
  for (const match of matchesOf(draft, team, first)) settleWalkover(draft, match)
  if (draft.disturbed.length > 0) return refused('already-played')
  return done({ matches: draft.changed(), absent })
}

/** The matches in which a team stands, from its first round on. */
export function matchesOf(
  draft: Pick<Draft, 'match' | 'roundCount'>,
  team: TeamId,
  first: MatchRef,
): Match[] {
  const found: Match[] = []
  let ref: MatchRef | undefined = first
  while (ref) {
    const match = draft.match(ref)
    if (!match || !sideNumberOf(match, team)) break
    found.push(match)
    ref = nextPlace(ref, draft.roundCount)
  }
  return found
}

function isStillIn(last: Match, team: TeamId, roundCount: number): boolean {
  const winner = winnerOf(last)
  return winner === undefined || (winner === team && last.round + 1 < roundCount)
}
