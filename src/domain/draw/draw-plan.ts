import type { Entry, Settings } from '../cup.ts'
import { teamsHere } from '../teams/check-in.ts'
import { entersDraw } from '../teams/entries.ts'
import { counted } from '../text.ts'
import { drawSize } from './make-draw.ts'

/** The numbers of a draw that would be made now. */
export type DrawPlan = {
  readonly approved: number
  readonly pending: number
  /** The places of the bracket; 0 while there is nobody to draw. */
  readonly size: number
  readonly byes: number
  /** How many of the approved have come. */
  readonly here: number
}

type Counted = Pick<Entry, 'approved' | 'checkedInAt' | 'withdrawnAt'>

export function planFor(entries: readonly Counted[]): DrawPlan {
  const approved = entries.filter(entersDraw).length
  const pending = entries.filter((entry) => !entry.approved).length
  const size = approved === 0 ? 0 : drawSize(approved)
  const here = teamsHere(entries).length
  return { approved, pending, size, byes: size - approved, here }
}

/** What would be drawn if only those who are here were. */
export function hereWords(here: number, approved: number): string {
  if (here === 0) return 'No approved team is here yet.'
  if (here === approved) return 'Every approved team is here.'
  const byes = drawSize(here) - here
  return `${counted(approved - here, 'team')} not here yet. Only those here: a bracket of ${drawSize(here)} with ${byes === 0 ? 'no byes' : counted(byes, 'bye')}.`
}

/** What would be drawn if the draw was made now, sentence by sentence. */
export function drawPlanWords(
  entries: readonly Counted[],
  { registration }: Pick<Settings, 'registration'>,
): string[] {
  const { approved, pending, size, byes } = planFor(entries)
  return [
    approved === 0
      ? 'No team is approved yet.'
      : `${counted(approved, 'approved team')}: a bracket of ${size} with ${byes === 0 ? 'no byes' : counted(byes, 'bye')}.`,
    ...(pending > 0
      ? [`${counted(pending, 'team')} ${pending === 1 ? 'is' : 'are'} pending, and would not be in it.`]
      : []),
    registration === 'open' ? 'Registration is still open.' : 'Registration is closed.',
  ]
}
