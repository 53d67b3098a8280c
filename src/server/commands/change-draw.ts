import { actionOf } from '../../domain/actions.ts'
import type { Change } from '../../domain/changes.ts'
import { type Draw, type Match, matchAt, matchWithId, roundNameOf } from '../../domain/cup.ts'
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts'
import { resultText } from '../../domain/teams/names.ts'
import { saveMatches } from '../storage/match-rows.ts'
import type { Db } from '../storage/storage.ts'
import { readSettings } from '../storage/system-rows.ts'
import { readCurrentDraw } from '../storage/tournament-rows.ts'
import type { Before, JournalledChange, Unchanged, Work } from './change.ts'
import { type Command, command, type Posted } from './command.ts'
import type { Readers, Tap } from './form-fields.ts'
import { happenedSince, refuseStale } from './stale-screen.ts'

export type DrawWork = Work & { readonly draw: Draw }

/** A command that changes the current draw. Refuses Undo, Exchange and Reset while the organiser tools are off. */
export function drawCommand<Given extends object>(
  readers: Readers<Given>,
  run: (work: DrawWork, given: Given & Tap, posted: Posted) => Promise<Outcome<JournalledChange | Unchanged>>,
): Command {
  return command(readers, async (work, given, posted) => {
    const isGated = actionOf(posted.name).tools
    if (isGated && (await readSettings(work.db)).organiserTools === 'off') return refused('tools-off')
    const loaded = await loadCurrentDraw(work)
    return loaded.ok ? run({ ...work, draw: loaded.value }, given, posted) : loaded
  })
}

/** The current draw, from this node's view if that is current, else from the storage. */
export async function loadCurrentDraw({ db, cup, view }: Work): Promise<Outcome<Draw>> {
  if (cup.tournamentID) {
    const isShown = view?.draw?.id === cup.tournamentID
    const draw = isShown ? view.draw : await readCurrentDraw(db, cup)
    if (draw) return done(draw)
  }
  return refused(cup.tournamentStatus === 'creating' ? 'creating' : 'no-draw')
}

/** The tapped match. Refuses a tap made on an outdated screen. */
export async function tappedMatch({ db, draw }: DrawWork, id: string, tap: Tap): Promise<Outcome<Match>> {
  const match = matchWithId(draw, id)
  return match ? ((await checkSeen(db, match, tap)) ?? done(match)) : refused('no-such-match')
}

/** Refuses a tap whose screen showed an older state of the match. */
export async function checkSeen(db: Db, match: Match, { seen }: Tap): Promise<Refused | undefined> {
  if (seen === undefined || match.revision <= seen) return undefined
  return refuseStale(
    await happenedSince(db, seen, ({ changes }) => changes.some((change) => touches(change, match.id))),
  )
}

/** Refuses a tap whose screen showed another draw. */
export async function checkDrawSeen({ db, draw }: DrawWork, { seen }: Tap): Promise<Refused | undefined> {
  if (seen === undefined) return undefined
  if (draw.rounds.some(({ matches }) => matches.some(({ revision }) => revision <= seen))) return undefined
  return refuseStale(
    await happenedSince(db, seen, ({ changes }) => changes.some(({ kind }) => kind === 'draw')),
  )
}

function touches(change: Change, matchId: string): boolean {
  if (change.kind === 'matches') return change.matches.some(({ id }) => id === matchId)
  return change.kind === 'draw' && change.draw !== undefined
}

/** Refuses to clear played results that the organiser has not confirmed; results newer than the question are asked about again. */
export function checkConfirmed(
  draw: Draw,
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

/** Saves a rule's changes, once the cleared results are confirmed. */
export async function saveConfirmed(
  work: DrawWork,
  tap: Tap,
  { matches, cleared }: { readonly matches: readonly Match[]; readonly cleared: readonly Match[] },
  { words, ...journalled }: Omit<JournalledChange, 'changes' | 'before'>,
): Promise<Outcome<JournalledChange>> {
  const unconfirmed = checkConfirmed(work.draw, cleared, tap)
  if (unconfirmed) return unconfirmed
  const results = cleared.map((match) => resultText(work.draw, match))
  return done({
    ...journalled,
    words: results.length > 0 ? `${words} Cleared: ${results.join('; ')}.` : words,
    ...(await saveChanged(work, matches)),
  })
}

/** Saves matches, and returns their part of the journal line. */
export async function saveChanged(
  { db, draw }: Pick<DrawWork, 'db' | 'draw'>,
  matches: readonly Match[],
): Promise<{ changes: Change[]; before: Before }> {
  await saveMatches(db, draw.id, matches, draw.teams)
  const before = matches.flatMap((match) => matchAt(draw, match) ?? [])
  return { changes: [{ kind: 'matches', matches }], before: { drawId: draw.id, matches: before } }
}

/** 'Semi Finals, match 1' */
export function matchPlace(draw: Draw, match: Match): string {
  const name = roundNameOf(draw, match)
  return match.round === draw.rounds.length - 1 ? name : `${name}, match ${match.index + 1}`
}
