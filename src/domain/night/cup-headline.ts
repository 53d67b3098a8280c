import type { CupView } from '../cup.ts'
import { teamsInDraw } from '../draw/draw-reader.ts'
import { sideLabel } from '../teams/names.ts'
import { isRegistrationOpen } from '../teams/registration.ts'
import { counted } from '../text.ts'
import { championOf, currentRound } from './progress.ts'

export type Headline = { readonly heading: string; readonly line: string }

/** Where the cup is, for somebody who has not opened it yet: what a messenger's picture of it says. */
export function cupHeadline(
  { settings, entries, draw }: Pick<CupView, 'settings' | 'entries' | 'draw'>,
  now: Date,
): Headline {
  if (draw) {
    const champion = championOf(draw)
    if (champion) return { heading: 'Champions', line: sideLabel(draw.teams, champion) }
    const round = currentRound(draw)
    const teams = counted(teamsInDraw(draw).size, 'team')
    if (!round || round.total === 0 || (round.round === 0 && round.played === 0))
      return { heading: 'The draw is made', line: teams }
    return { heading: round.name, line: `${round.played} of ${round.total} played · ${teams}` }
  }
  const isOpen = isRegistrationOpen(settings, now)
  const teams = entries.length === 0 ? '' : counted(entries.length, 'team')
  return { heading: isOpen ? 'Registration is open' : 'Registration is closed', line: teams }
}
