import { sql } from 'kysely'
import type { Draw, Match, TeamId } from '../../domain/cup.ts'
import type { DrawReader } from '../../domain/draw/bracket.ts'
import { matchFrom, type StoredMatch, teamsOf } from './matches.ts'
import { prepared } from './prepared.ts'
import type { Db } from './storage.ts'

/** The rows of a draw that a rule needs, and the names that go with them. */
export type DrawPart = DrawReader & {
  readonly id: string
  readonly rounds: readonly { readonly name: string }[]
  readonly teams: Draw['teams']
  /** The matches that were asked for, in that order. */
  readonly starts: readonly Match[]
}

// From the tapped match one row a round up to the final, whatever the size of the draw.
const selectPath = prepared((db, { tournamentId, matchId }: { tournamentId: string; matchId: string }) =>
  db
    .selectFrom('matches as start')
    .innerJoin('tournaments as tournament', 'tournament.id', 'start.tournament_id')
    .innerJoin('brackets as bracket', (join) =>
      join
        .onRef('bracket.tournament_id', '=', 'start.tournament_id')
        .onRef('bracket.round_index', '>=', 'start.round_index'),
    )
    .innerJoin('matches as match', (join) =>
      join
        .onRef('match.tournament_id', '=', 'start.tournament_id')
        .onRef('match.round_index', '=', 'bracket.round_index')
        .on(
          'match.match_index',
          '=',
          sql<number>`start.match_index >> (bracket.round_index - start.round_index)`,
        ),
    )
    .selectAll('match')
    .select(['bracket.name as round_name', 'tournament.absent'])
    .where('start.tournament_id', '=', tournamentId)
    .where('start.id', '=', matchId)
    .orderBy('bracket.round_index'),
)

type PathRow = StoredMatch & { readonly round_name: string; readonly absent: readonly TeamId[] }

/** The matches along the way to the final, beginning with the named ones; undefined if one is not in this draw. */
export async function loadPaths(
  db: Db,
  tournamentId: string,
  matchIds: readonly string[],
): Promise<DrawPart | undefined> {
  const found: PathRow[] = []
  for (const matchId of matchIds) {
    const path = await selectPath(db, { tournamentId, matchId })
    if (path.length === 0) return undefined
    found.push(...path)
  }
  // Every path ends in the final.
  const final = found.at(-1)
  if (!final) return undefined
  const roundCount = final.round_index + 1
  const rounds = Array.from({ length: roundCount }, () => ({ name: '' }))
  for (const row of found) rounds[row.round_index] = { name: row.round_name }
  const matches = found.map(matchFrom)
  return {
    id: tournamentId,
    roundCount,
    absent: final.absent,
    match: ({ round, index }) => matches.find((match) => match.round === round && match.index === index),
    rounds,
    teams: teamsOf(found),
    starts: matchIds.flatMap((matchId) => matches.find(({ id }) => id === matchId) ?? []),
  }
}
