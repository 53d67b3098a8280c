import type { Change } from '../../domain/changes.ts'
import type { Draw, Match, MatchRef } from '../../domain/cup.ts'
import { type DrawReader, readerOf } from '../../domain/draw-reader.ts'
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts'
import { resultText } from '../../domain/team-names.ts'
import type { Tap } from '../app.ts'
import { type DrawPart, loadPaths } from '../storage/draw-paths.ts'
import { listEntries } from '../storage/journal.ts'
import { saveMatches } from '../storage/matches.ts'
import type { Db } from '../storage/storage.ts'
import type { CurrentCup } from '../storage/system.ts'
import { readDraw } from '../storage/tournaments.ts'
import type { Before, DrawNames, Work } from './change.ts'

/** The named matches and their ways to the final: what recording a winner needs, at the same cost in any draw. */
export async function loadAround(work: Work, matchIds: readonly string[]): Promise<Outcome<DrawPart>> {
  const { cup, db } = work
  if (!cup.tournamentID) return noDraw(cup)
  const part = await loadPaths(db, cup.tournamentID, matchIds)
  return part ? done(part) : refused('no-such-match')
}

/** The whole current draw, for the rarer changes that reach across it. */
export async function loadCurrentDraw({ cup, db }: Work): Promise<Outcome<Draw & DrawReader>> {
  const draw = cup.tournamentID ? await readDraw(db, cup.tournamentID) : undefined
  return draw ? done({ ...draw, ...readerOf(draw) }) : noDraw(cup)
}

function noDraw(cup: CurrentCup): Refused {
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
  const entries = await listEntries(db, { after: seen, limit: 200 })
  const touching = entries.filter(({ changes }) => changes.some((change) => touches(change, match.id)))
  return refused(
    'changed-meanwhile',
    touching.reverse().map(({ who, words }) => `${who}: ${words}`),
  )
}

function touches(change: Change, matchId: string): boolean {
  if (change.kind === 'matches') return change.matches.some(({ id }) => id === matchId)
  return change.kind === 'draw' && change.draw !== undefined
}

/** Played results are only cleared once the organiser was shown which. */
export function checkConfirmed(
  draw: DrawNames,
  cleared: readonly Match[],
  { confirm }: Tap,
): Refused | undefined {
  if (cleared.length === 0 || confirm) return undefined
  return refused('needs-confirmation', clearedWords(draw, cleared))
}

export function clearedWords(draw: DrawNames, cleared: readonly Match[]): string[] {
  return cleared.map((match) => resultText(draw, match))
}

/** Saves what a rule changed, and answers the two halves of the journal's row. */
export async function saveChanged(
  { db }: Work,
  draw: Pick<DrawPart, 'id' | 'teams'> & { match(ref: MatchRef): Match | undefined },
  matches: readonly Match[],
): Promise<{ changes: Change[]; before: Before }> {
  await saveMatches(db, draw.id, matches, draw.teams)
  const before = matches.flatMap((match) => draw.match(match) ?? [])
  return { changes: [{ kind: 'matches', matches }], before: { drawId: draw.id, matches: before } }
}

/** Adds to a sentence which results fell. */
export function withCleared(words: string, draw: DrawNames, cleared: readonly Match[]): string {
  if (cleared.length === 0) return words
  return `${words} Cleared: ${clearedWords(draw, cleared).join('; ')}.`
}
