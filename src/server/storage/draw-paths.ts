import { sql } from 'kysely'
import type { Draw, Match } from '../../domain/cup.ts'
import type { DrawReader } from '../../domain/draw-reader.ts'
import { matchFrom, type StoredMatch, teamsOf } from './matches.ts'
import { prepared } from './prepared.ts'
import type { Db } from './storage.ts'
import { readAbsent } from './tournaments.ts'

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
    .select('bracket.name as round_name')
    .where('start.tournament_id', '=', tournamentId)
    .where('start.id', '=', matchId)
    .orderBy('bracket.round_index'),
)

/** The matches along the way to the final, beginning with the named ones; undefined if one is not in this draw. */
export async function loadPaths(
  db: Db,
  tournamentId: string,
  matchIds: readonly string[],
): Promise<DrawPart | undefined> {
  const absent = await readAbsent(db, tournamentId)
  if (!absent) return undefined
  const rows = new Map<string, StoredMatch & { round_name: string }>()
  const starts: Match[] = []
  for (const matchId of matchIds) {
    const path = await selectPath(db, { tournamentId, matchId })
    const [start] = path
    if (!start) return undefined
    starts.push(matchFrom(start))
    for (const row of path) rows.set(row.id, row)
  }
  const found = [...rows.values()]
  const matches = new Map(found.map((row) => [`${row.round_index}.${row.match_index}`, matchFrom(row)]))
  const roundCount = Math.max(...found.map((row) => row.round_index)) + 1
  const names = new Map(found.map((row) => [row.round_index, row.round_name]))
  return {
    id: tournamentId,
    roundCount,
    absent,
    match: ({ round, index }) => matches.get(`${round}.${index}`),
    rounds: Array.from({ length: roundCount }, (_, round) => ({ name: names.get(round) ?? '' })),
    teams: teamsOf(found),
    starts,
  }
}
