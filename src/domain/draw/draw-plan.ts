import type { Draw, Entry, Settings } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { entersDraw } from '../teams/entries.ts'
import { teamsHere } from '../teams/registration.ts'
import { counted } from '../text.ts'
import { approvedOutsideDraw, drawSize, hasPlayed } from './draw-reader.ts'

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

/** Whether lots may be drawn again for everybody: an approved team stands outside, and nothing was played yet. */
export function checkDrawAgain(
  draw: Pick<Draw, 'rounds' | 'absent'>,
  entries: readonly Entry[],
): Outcome<{ readonly teams: number }> {
  if (approvedOutsideDraw(entries, draw).length === 0) return refused('nobody-outside')
  if (draw.rounds.some(({ matches }) => matches.some(hasPlayed))) return refused('already-played')
  return done({ teams: entries.filter(entersDraw).length })
}

type Creation = Pick<Settings, 'drawCreation' | 'registration'>

/** Opening the draw page makes the draw while registration is closed; while it is open, teams may still come. */
export function isMadeByOpening({ drawCreation, registration }: Creation): boolean {
  return drawCreation === 'anyone' && registration === 'closed'
}

/** Who can make the draw now, for the organisers. */
export function whoMakesDraw(settings: Creation): string {
  if (settings.drawCreation === 'admin') return 'Only organisers can make the draw.'
  if (isMadeByOpening(settings)) return 'Anyone who opens the draw page makes the draw now.'
  return 'Anyone can make the draw now, with the button on the draw page.'
}
