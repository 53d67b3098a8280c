import type { Draw, Match } from '../../../domain/cup.ts'
import { callMatch as call, nowPlaying, uncallMatch as uncall } from '../../../domain/draw/tables.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Changed, Organiser, Tap } from '../../app.ts'
import type { Db } from '../../storage/storage.ts'
import { readSettings } from '../../storage/system.ts'
import { change, type DrawNames, type Parts } from '../change.ts'
import { checkSeen, loadCurrentDraw, matchById, saveChanged } from './load-draw.ts'

/** Calls the next match of the queue to the next free table, or the named match, or to the named table. */
export function callMatch(
  parts: Parts,
  { matchId, table, ...tap }: { matchId?: string; table?: number } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const wanted = matchId === undefined ? undefined : matchById(draw, matchId)
    if (matchId !== undefined && !wanted) return refused('no-such-match')
    const outdated = wanted && (await checkSeen(work.db, wanted, tap))
    if (outdated) return outdated

    const { scheduleGroupSize } = await readSettings(work.db)
    const called = call({
      draw,
      tables: scheduleGroupSize,
      ...(wanted && { match: wanted }),
      ...(table !== undefined && { table }),
      ...work.moment,
    })
    if (!called.ok) return (await whoTookTable(work.db, draw, table, tap)) ?? called
    const saved = await saveChanged(work, draw, [called.value.match])
    const words = `${sidesText(draw, called.value.match)}: table ${called.value.table}.`
    return done({ action: 'call-match', words, ...saved })
  })
}

/** Takes a called match off its table, back into the queue. */
export function uncallMatch(
  parts: Parts,
  { matchId, ...tap }: { matchId: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email, requestId: tap.requestId }, async (work) => {
    const loaded = await loadCurrentDraw(work)
    if (!loaded.ok) return loaded
    const draw = loaded.value
    const match = matchById(draw, matchId)
    if (!match) return refused('no-such-match')
    const outdated = await checkSeen(work.db, match, tap)
    if (outdated) return outdated
    const uncalled = uncall(match, work.moment)
    if (!uncalled.ok) return uncalled
    const saved = await saveChanged(work, draw, [uncalled.value.match])
    const words = `${sidesText(draw, match)}: off table ${match.table}, back into the queue.`
    return done({ action: 'uncall-match', words, ...saved })
  })
}

/** The table was free on the screen, and somebody else has called a match to it since. */
async function whoTookTable(
  db: Db,
  draw: Draw,
  table: number | undefined,
  tap: Tap,
): Promise<Refused | undefined> {
  const onTable = table && nowPlaying(draw).find((match) => match.table === table)
  return onTable ? checkSeen(db, onTable, tap) : undefined
}

function sidesText(draw: DrawNames, match: Match): string {
  return match.sides.map((side) => sideLabel(draw.teams, side)).join(' vs ')
}
