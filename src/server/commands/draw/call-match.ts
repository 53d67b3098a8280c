import type { Draw, Match } from '../../../domain/cup.ts'
import {
  callAgain as again,
  callMatch as call,
  nowPlaying,
  uncallMatch as uncall,
} from '../../../domain/draw/tables.ts'
import { done, type Outcome, type Refused } from '../../../domain/outcome.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import type { Organiser } from '../../actors.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system-rows.ts'
import type { Changed, Parts, Tap } from '../change.ts'
import { changeDraw, checkSeen, type DrawWork, saveChanged, tappedMatch } from './change-draw.ts'

const calling = journalAction('tables', 'call-match')
const callingAgain = journalAction('tables', 'call-again')
const uncalling = journalAction('tables', 'uncall-match')

/** Calls the next match of the queue to the next free table, or the named match, or to the named table. */
export function callMatch(
  parts: Parts,
  { matchId, table, ...tap }: { matchId?: string; table?: number } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const { draw } = work
    const wanted = matchId === undefined ? undefined : await tappedMatch(work, matchId, tap)
    if (wanted && !wanted.ok) return wanted
    const { scheduleGroupSize } = await readSettings(work.db)
    const called = call({
      draw,
      tables: scheduleGroupSize,
      ...(wanted && { match: wanted.value }),
      ...(table !== undefined && { table }),
      ...work.moment,
    })
    if (!called.ok) return (await checkTableSeen(work, table, tap)) ?? called
    const saved = await saveChanged(work, [called.value.match])
    const words = `${sidesText(draw, called.value.match)}: table ${called.value.table}.`
    return done({ action: calling, words, ...saved })
  })
}

/** Calls a match that is on its table once more: screens and phones do as at the first call. */
export function callAgain(
  parts: Parts,
  { matchId, ...tap }: { matchId: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const called = again(tapped.value, work.moment)
    if (!called.ok) return called
    const saved = await saveChanged(work, [called.value.match])
    const words = `${sidesText(work.draw, tapped.value)}: called again to table ${tapped.value.table}.`
    return done({ action: callingAgain, words, ...saved })
  })
}

/** Takes a called match off its table, back into the queue. */
export function uncallMatch(
  parts: Parts,
  { matchId, ...tap }: { matchId: string } & Tap,
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return changeDraw(parts, organiser, tap, async (work) => {
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value
    const uncalled = uncall(match, work.moment)
    if (!uncalled.ok) return uncalled
    const saved = await saveChanged(work, [uncalled.value.match])
    const words = `${sidesText(work.draw, match)}: off table ${match.table}, back into the queue.`
    return done({ action: uncalling, words, ...saved })
  })
}

/** The table was free on the screen, and somebody else has called a match to it since. */
async function checkTableSeen(
  { db, draw }: DrawWork,
  table: number | undefined,
  tap: Tap,
): Promise<Refused | undefined> {
  const onTable = table && nowPlaying(draw).find((match) => match.table === table)
  return onTable ? checkSeen(db, onTable, tap) : undefined
}

function sidesText({ teams }: Draw, match: Match): string {
  return match.sides.map((side) => sideLabel(teams, side)).join(' vs ')
}
