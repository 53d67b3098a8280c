import type { CupView, Draw, Edition, Settings } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type PostedFields, readText } from '../settings/check-settings.ts'
import { sideLabel } from '../teams/names.ts'
import { textLimits, tidyText } from '../tidy-text.ts'

export type PastEdition = { readonly number: number; readonly season: string; readonly current: boolean }

type Parts = Pick<CupView, 'editions' | 'pastDraws'> & {
  readonly settings: Pick<Settings, 'editionNumber' | 'editionSeason'>
}

/** Editions with a draw, newest first, and always the current one. */
export function pastEditions({ settings, editions, pastDraws }: Parts): readonly PastEdition[] {
  const { editionNumber, editionSeason } = settings
  const numbers = [...new Set([editionNumber, ...pastDraws])].sort((a, b) => b - a)
  return numbers.map((number) => {
    const current = number === editionNumber
    const season = editions.find((edition) => edition.number === number)?.season ?? ''
    return { number, season: current ? editionSeason : season, current }
  })
}

type EditionsOfCup = {
  readonly editions: readonly Edition[]
  readonly settings: Pick<Settings, 'editionNumber' | 'editionSeason' | 'editionTheme'>
}

/** The list of past champions, oldest first, with a line for the current edition even if it is not stored yet. */
export function withCurrentEdition({ editions, settings }: EditionsOfCup): readonly Edition[] {
  const { editionNumber: number, editionSeason: season, editionTheme: theme } = settings
  if (editions.some((edition) => edition.number === number)) return editions
  return [...editions, { number, season, theme, winners: '' }].sort((a, b) => a.number - b.number)
}

/** Past champions as shown: the current winners appear as soon as the final is won, and go with an undo. */
export function editionsWithChampions(
  cup: EditionsOfCup & { readonly draw?: Draw | undefined },
): readonly Edition[] {
  const { editionNumber } = cup.settings
  const written = cup.editions.find(({ number }) => number === editionNumber)?.winners ?? ''
  const winners = winnersOfDraw(written, cup.draw)
  if (winners === written) return cup.editions
  return withCurrentEdition(cup).map((line) => (line.number === editionNumber ? { ...line, winners } : line))
}

/**
 * The winners of an edition: an organiser's text takes precedence over the draw. Text that equals a team's label was stored
 * by the cup when it left the edition, so after going back the draw decides again.
 */
export function winnersOfDraw(written: string, draw: Draw | undefined): string {
  if (!draw) return written
  const isOfDraw = Object.keys(draw.teams).some((id) => sideLabel(draw.teams, id) === written)
  const champion = championOf(draw)
  return written !== '' && !isOfDraw ? written : champion ? sideLabel(draw.teams, champion) : ''
}

/** Numbers of the editions with a draw, the current one included. */
function drawnEditions({
  settings,
  pastDraws,
  draw,
}: Omit<Parts, 'editions'> & { readonly draw?: Draw | undefined }) {
  return draw ? [...pastDraws, settings.editionNumber] : pastDraws
}

type History = Parts & { readonly draw?: Draw | undefined }

/** Editions without champions and without a draw: a new club never played them. */
export function emptyEditions(cup: History): number[] {
  const drawn = drawnEditions(cup)
  return cup.editions
    .filter(({ number, winners }) => winners === '' && !drawn.includes(number))
    .map(({ number }) => number)
}

/** The past champions without some editions. One with a draw stays: it is under Past Tournaments. */
export function withoutEditions(numbers: readonly number[], cup: History): Outcome<readonly Edition[]> {
  if (drawnEditions(cup).some((number) => numbers.includes(number))) return refused('edition-drawn')
  return done(cup.editions.filter(({ number }) => !numbers.includes(number)))
}

type Part = 'season' | 'theme' | 'winners'

const limits: Readonly<Record<Part, number>> = {
  season: textLimits.editionSeason,
  theme: textLimits.editionTheme,
  winners: textLimits.winners,
}

/** The form's field for a part of a line: `edition11Winners`. */
export function editionField(number: number, part: Part): string {
  return `edition${number}${part.charAt(0).toUpperCase()}${part.slice(1)}`
}

/** The list as form fields. */
export function editionFields(editions: readonly Edition[]): Readonly<Record<string, string>> {
  const parts = Object.keys(limits) as Part[]
  return Object.fromEntries(
    editions.flatMap((edition) => parts.map((part) => [editionField(edition.number, part), edition[part]])),
  )
}

/** The list after a form, which may post only some editions or fields; the rest stay. */
export function readEditions(fields: PostedFields, cup: EditionsOfCup): Outcome<readonly Edition[]> {
  const problems: string[] = []
  const written = withCurrentEdition(cup).flatMap((edition) => {
    const { number } = edition
    const read = (part: Part) => {
      const posted = fields[editionField(number, part)]
      if (posted === undefined) return edition[part]
      const text = readText(tidyText(posted), limits[part])
      if ('value' in text) return text.value
      problems.push(`Edition ${number}: ${part} ${text.problem}`)
      return ''
    }
    const line = { number, season: read('season'), theme: read('theme'), winners: read('winners') }
    // The form also shows a line for the current edition; untouched, it is not stored.
    const isEdited = (part: Part) => line[part] !== '' && line[part] !== edition[part]
    const isListed = cup.editions.includes(edition)
    return isListed || isEdited('season') || isEdited('theme') || isEdited('winners') ? line : []
  })
  return problems.length > 0 ? refused('bad-setting', problems) : done(written)
}
