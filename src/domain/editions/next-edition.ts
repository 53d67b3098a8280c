import type { CupView, Draw, Settings } from '../cup.ts'
import { hasPlayed } from '../draw/draw-reader.ts'
import { championOf } from '../night/progress.ts'
import { type EditionFields, settingsOf } from '../settings/settings.ts'
import { waitingList } from '../teams/entries.ts'
import { sideLabel } from '../teams/names.ts'
import { counted } from '../text.ts'

/** The form of the next edition, in the order of the page. */
export const nextEditionFields = [
  'editionNumber',
  'editionTitle',
  'eventDate',
  'editionSeason',
  'editionTheme',
  'announcement',
  'scheduleStart',
] as const

type Named = Pick<Settings, 'editionNumber' | 'editionSeason' | 'editionTitle'>

/** Proposed number, season and title of the edition after the latest; no season if its pattern is unknown. */
export function nextEdition(settings: Named, latest = latestEdition({ settings })): Named {
  const { editionNumber, editionTitle } = settings
  const next = latest.number + 1
  return {
    editionNumber: next,
    editionSeason: nextSeason(latest.season),
    editionTitle: renumbered(editionTitle, editionNumber, next),
  }
}

type Known = Partial<Pick<CupView, 'editions' | 'pastDraws'>> & { readonly settings: Named }

/** The edition with the highest number: not the current one, if an organiser went back to an earlier edition. */
export function latestEdition({ settings, editions = [], pastDraws = [] }: Known) {
  const { editionNumber, editionSeason } = settings
  const number = Math.max(editionNumber, ...pastDraws)
  const season = editions.find((edition) => edition.number === number)?.season ?? ''
  return { number, season: number === editionNumber ? editionSeason : season }
}

/** The settings of an earlier edition that becomes current again. Without its own title it gets the current one, renumbered. */
export function earlierEdition(current: Omit<Named, 'editionSeason'>, edition: EditionFields) {
  const { editionNumber, editionTitle } = current
  const title = edition.title || renumbered(editionTitle, editionNumber, edition.number)
  return settingsOf({ ...edition, title })
}

function renumbered(title: string, from: number, to: number): string {
  const lastNumber = new RegExp(`(?<!\\d)${from}(?!\\d)(?!.*(?<!\\d)${from}(?!\\d))`)
  return title.replace(lastNumber, String(to))
}

/** Spring 2025 → Fall 2025 → Spring 2026. */
function nextSeason(season: string): string {
  const trimmed = season.trim()
  const year = trimmed.slice(-4)
  if (/^Spring \d{4}$/i.test(trimmed)) return `Fall ${year}`
  return /^(Fall|Autumn) \d{4}$/i.test(trimmed) ? `Spring ${Number(year) + 1}` : ''
}

type Leaving = Pick<CupView, 'settings' | 'entries'> & { readonly draw?: Draw | undefined }

/** The consequences of beginning the next edition, one sentence each. */
export function beginWords({ settings: { editionNumber }, entries, draw }: Leaving): string[] {
  const champion = draw && championOf(draw)
  const number = `N${editionNumber}`
  return [
    champion
      ? `The champions of ${number} are recorded: ${sideLabel(draw.teams, champion)}.`
      : `The final of ${number} is not decided: no champions are recorded.`,
    ...(draw ? [`The draw of ${number} is kept under Past Tournaments, with ${resultCount(draw)}.`] : []),
    ...(entries.length > 0
      ? [
          `${counted(entries.length, 'entry', 'entries')} of ${number} ${entries.length === 1 ? 'leaves' : 'leave'} the entry list.`,
        ]
      : []),
  ]
}

type EditionState = { readonly number: number; readonly entries: number; readonly draw?: Draw | undefined }

/** The consequences of switching to another edition: what is hidden, and what is shown instead. */
export function goBackWords(leaving: EditionState, coming: EditionState): string[] {
  if (leaving.entries === 0 && !leaving.draw) return []
  return [
    `N${leaving.number} is hidden: ${contentWords(leaving)}.`,
    `N${coming.number} is shown instead: ${contentWords(coming)}.`,
  ]
}

function contentWords({ entries, draw }: EditionState): string {
  const listed = counted(entries, 'entry', 'entries')
  return draw ? `${listed} and a draw with ${resultCount(draw)}` : `${listed} and no draw`
}

function resultCount(draw: Draw): string {
  return counted(draw.rounds.flatMap(({ matches }) => matches.filter(hasPlayed)).length, 'result')
}

/** Warns of teams that a lower limit would put on the waiting list. */
export function limitWords(
  entries: CupView['entries'],
  { from, to }: Record<'from' | 'to', number>,
): string[] {
  const waiting = waitingList(entries, to).length
  const more = waiting - waitingList(entries, from).length
  return more > 0 ? [`${counted(more, 'pending team')} would be put on the waiting list.`] : []
}
