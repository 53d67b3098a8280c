import type { Draw, Match } from '../../domain/cup.ts'
import { callAgain, callMatch, nowPlaying, uncallMatch } from '../../domain/draw/tables.ts'
import { done, type Refused } from '../../domain/outcome.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { readSettings } from '../storage/system-rows.ts'
import { checkSeen, type DrawWork, drawCommand, saveChanged, tappedMatch } from './change-draw.ts'
import type { Commands } from './command.ts'
import { type Tap, tableNumber, text } from './form-fields.ts'

export const tableCommands = {
  /** Calls the next match of the queue, or the given one, to the next free table, or the given one. */
  call: drawCommand({ matchId: text, table: tableNumber }, async (work, { matchId, table, ...tap }) => {
    const { draw } = work
    const wanted = matchId === '' ? undefined : await tappedMatch(work, matchId, tap)
    if (wanted && !wanted.ok) return wanted
    const { scheduleGroupSize } = await readSettings(work.db)
    const tapped = { match: wanted?.value, table }
    const called = callMatch({ draw, tables: scheduleGroupSize, ...tapped, ...work.moment })
    if (!called.ok) return (await checkTableSeen(work, table, tap)) ?? called
    const saved = await saveChanged(work, [called.value.match])
    return done({ words: `Table ${called.value.table}: ${sidesText(draw, called.value.match)}.`, ...saved })
  }),

  /** Repeats the call of a match, on screens and phones. */
  'call-again': drawCommand({ matchId: text }, async (work, { matchId, ...tap }) => {
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const called = callAgain(tapped.value, work.moment)
    if (!called.ok) return called
    const saved = await saveChanged(work, [called.value.match])
    const words = `Table ${tapped.value.table}, called again: ${sidesText(work.draw, tapped.value)}.`
    return done({ words, ...saved })
  }),

  /** Takes a match off its table, back into the queue. */
  uncall: drawCommand({ matchId: text }, async (work, { matchId, ...tap }) => {
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const match = tapped.value
    const uncalled = uncallMatch(match, work.moment)
    if (!uncalled.ok) return uncalled
    const saved = await saveChanged(work, [uncalled.value.match])
    const words = `${sidesText(work.draw, match)}: off table ${match.table}, back in the queue.`
    return done({ words, ...saved })
  }),
} satisfies Commands

/** Refuses if another match was called to the table since the screen was shown. */
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
