import type { Change } from '../../../domain/changes.ts'
import type { Draw, Match } from '../../../domain/cup.ts'
import { type DrawReader, readerOf } from '../../../domain/draw/bracket.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { resultText } from '../../../domain/teams/names.ts'
import type { Tap } from '../../app.ts'
import { saveMatches } from '../../storage/matches.ts'
import type { Db } from '../../storage/storage.ts'
import { readDraw } from '../../storage/tournaments.ts'
import type { Before, DrawNames, Work } from '../change.ts'
import { changedMeanwhile, happenedSince } from '../stale-screen.ts'

/** The current draw: as this node shows it where that is known to be current, else as it is stored. */
export async function loadCurrentDraw({ db, cup, view }: Work): Promise<Outcome<Draw & DrawReader>> {
  if (cup.tournamentID) {
    const isShown = view?.draw?.id === cup.tournamentID
    const draw = isShown ? view.draw : await readDraw(db, cup.tournamentID)
    if (draw) return done({ ...draw, ...readerOf(draw) })
  }
  return refused(cup.tournamentStatus === 'creating' ? 'creating' : 'no-draw')
}

export function matchById(draw: Pick<Draw, 'rounds'>, id: string): Match | undefined {
  for (const round of draw.rounds) {
    const found = round.matches.find((match) => match.id === id)
    if (found) return found
  }
  return undefined
}

/** A tap made on an outdated screen is refused, with what has happened to that match meanwhile. */
export async function checkSeen(db: Db, match: Match, { seen }: Tap): Promise<Refused | undefined> {
  if (seen === undefined || match.revision <= seen) return undefined
  return changedMeanwhile(
    await happenedSince(db, seen, ({ changes }) => changes.some((change) => touches(change, match.id))),
  )
}

/** The draw itself is another than the one the screen showed. */
export async function checkDrawSeen(
  db: Db,
  { rounds }: Pick<Draw, 'rounds'>,
  { seen }: Tap,
): Promise<Refused | undefined> {
  if (seen === undefined || rounds.some(({ matches }) => matches.some(({ revision }) => revision <= seen)))
    return undefined
  return changedMeanwhile(
    await happenedSince(db, seen, ({ changes }) => changes.some(({ kind }) => kind === 'draw')),
  )
}

function touches(change: Change, matchId: string): boolean {
  if (change.kind === 'matches') return change.matches.some(({ id }) => id === matchId)
  return change.kind === 'draw' && change.draw !== undefined
}

/** Played results are only cleared once the organiser was shown which; one that came in since is asked about again. */
export function checkConfirmed(
  draw: DrawNames,
  cleared: readonly Match[],
  { confirm, asked = Number.POSITIVE_INFINITY }: Tap,
): Refused | undefined {
  const isNew = ({ revision }: Match) => revision > asked
  if (cleared.length === 0 || (confirm && !cleared.some(isNew))) return undefined
  const words = cleared.map((match) => {
    const result = resultText(draw, match)
    return isNew(match) ? `${result}: new since you were asked` : result
  })
  return refused('needs-confirmation', words)
}

/** Saves what a rule changed, and answers the two halves of the journal's row. */
export async function saveChanged(
  { db }: Work,
  draw: Draw & DrawReader,
  matches: readonly Match[],
): Promise<{ changes: Change[]; before: Before }> {
  await saveMatches(db, draw.id, matches, draw.teams)
  const before = matches.flatMap((match) => draw.match(match) ?? [])
  return { changes: [{ kind: 'matches', matches }], before: { drawId: draw.id, matches: before } }
}

/** Adds to a sentence which results fell. */
export function withCleared(words: string, draw: DrawNames, cleared: readonly Match[]): string {
  if (cleared.length === 0) return words
  return `${words} Cleared: ${cleared.map((match) => resultText(draw, match)).join('; ')}.`
}
