import type { Draw, Entry, Settings } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { entersDraw } from '../teams/entries.ts'
import { teamsHere } from '../teams/registration.ts'
import { counted } from '../text.ts'
import { approvedOutsideDraw, drawSize, hasPlayed } from './draw-reader.ts'

/** The numbers of a draw made now. */
export type DrawPlan = {
  readonly approved: number
  readonly pending: number
  /** Places of the bracket; 0 without teams. */
  readonly size: number
  readonly byes: number
  /** Approved teams that have checked in. */
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

/** The plan for a draw of checked-in teams only, in words. */
export function hereWords(here: number, approved: number): string {
  if (here === 0) return 'No approved team is here yet.'
  if (here === approved) return 'Every approved team is here.'
  const byes = drawSize(here) - here
  return `${counted(approved - here, 'team')} not here yet. With only those here: a bracket of ${drawSize(here)} with ${byes === 0 ? 'no byes' : counted(byes, 'bye')}.`
}

/** The plan, one sentence each. */
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

/** Redrawing needs an approved team outside the draw, and no played match. */
export function checkDrawAgain(
  draw: Pick<Draw, 'rounds' | 'absent'>,
  entries: readonly Entry[],
): Outcome<{ readonly teams: number }> {
  if (approvedOutsideDraw(entries, draw).length === 0) return refused('nobody-outside')
  if (draw.rounds.some(({ matches }) => matches.some(hasPlayed))) return refused('already-played')
  return done({ teams: entries.filter(entersDraw).length })
}

type Creation = Pick<Settings, 'drawCreation' | 'registration'>

/** Opening the draw page makes the draw, unless registration is still open. */
export function isMadeByOpening({ drawCreation, registration }: Creation): boolean {
  return drawCreation === 'anyone' && registration === 'closed'
}

/** For organisers: who may make the draw, and whether it can be made now. */
export function whoMakesDraw(settings: Creation, approved: number): string {
  if (settings.drawCreation === 'admin') return 'Only organisers can make the draw.'
  const [now, later] = approved > 0 ? [' now', ''] : ['', ', once a team is approved']
  return isMadeByOpening(settings)
    ? `Anyone who opens the draw page makes the draw${now}${later}.`
    : `Anyone can make the draw${now}, with the button on the draw page${later}.`
}
