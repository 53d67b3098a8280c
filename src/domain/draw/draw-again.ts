import type { Draw, Entry } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { entersDraw } from '../teams/entries.ts'
import { approvedOutsideDraw, hasPlayed } from './draw-reader.ts'

/** Whether lots may be drawn again for everybody: an approved team stands outside, and nothing was played yet. */
export function checkDrawAgain(
  draw: Pick<Draw, 'rounds' | 'absent'>,
  entries: readonly Entry[],
): Outcome<{ readonly teams: number }> {
  if (approvedOutsideDraw(entries, draw).length === 0) return refused('nobody-outside')
  if (draw.rounds.some(({ matches }) => matches.some(hasPlayed))) return refused('already-played')
  return done({ teams: entries.filter(entersDraw).length })
}
