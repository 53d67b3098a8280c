import type { CupView } from '../cup.ts'
import { teamsInDraw } from '../draw/draw-reader.ts'
import { sideLabel } from '../teams/names.ts'
import { isRegistrationOpen } from '../teams/registration.ts'
import { counted } from '../text.ts'
import { leavingTeams } from './outlook.ts'
import { championOf, currentRound } from './progress.ts'

type Shown = Pick<CupView, 'settings' | 'entries' | 'draw' | 'drawStatus'>

/** One line: 'Registration open · 26 entries, 4 pending · no draw yet'. */
export function cupStatus(view: Shown, now: Date): string {
  const isOpen = isRegistrationOpen(view.settings, now)
  const parts = view.draw
    ? [
        ...drawParts(view, view.draw),
        ...(isOpen && !championOf(view.draw) ? ['registration still open'] : []),
      ]
    : [
        `Registration ${isOpen ? 'open' : 'closed'}`,
        entryWords(view.entries),
        view.drawStatus === 'creating' ? 'the draw is being made' : 'no draw yet',
      ]
  return parts.join(' · ')
}

function drawParts({ settings, entries }: Shown, draw: NonNullable<Shown['draw']>): string[] {
  const champion = championOf(draw)
  if (champion) return [`Champions: ${sideLabel(draw.teams, champion)}`]
  const tables = settings.scheduleGroupSize
  const busy = draw.rounds.flatMap(({ matches }) => matches.filter(({ table }) => table !== undefined)).length
  const leaving = leavingTeams(draw, entries).length
  return [
    roundWords(draw),
    tableWords(busy, tables),
    ...(leaving > 0 ? [`${counted(leaving, 'team')} withdrawn`] : []),
  ]
}

/** More tables can be busy than there are, if an organiser reduced their number since. */
function tableWords(busy: number, tables: number): string {
  if (busy === 0) return counted(tables, 'table')
  return busy > tables ? `${counted(busy, 'table')} busy` : `${busy} of ${counted(tables, 'table')} busy`
}

/** 'Round of 32: 5 of 6 played'. */
function roundWords(draw: NonNullable<Shown['draw']>): string {
  const round = currentRound(draw)
  if (!round || round.total === 0) return 'One team, no match to play'
  return `${round.name}: ${round.played} of ${round.total} played`
}

function entryWords(entries: Shown['entries']): string {
  if (entries.length === 0) return 'no entries yet'
  const pending = entries.filter(({ approved }) => !approved).length
  return `${counted(entries.length, 'entry', 'entries')}, ${pending === 0 ? 'all approved' : `${pending} pending`}`
}

export type Headline = { readonly heading: string; readonly line: string }

/** For link previews. */
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
