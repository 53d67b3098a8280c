import type { Entry, Settings } from '../cup.ts'
import { counted } from '../text.ts'
import { drawSize } from './make-draw.ts'

/** What would be drawn if the draw was made now, sentence by sentence. */
export function drawPlanWords(
  entries: readonly Pick<Entry, 'approved'>[],
  { registration }: Pick<Settings, 'registration'>,
): string[] {
  const approved = entries.filter((entry) => entry.approved).length
  const pending = entries.length - approved
  const size = drawSize(approved)
  const byes = size - approved
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
