import type { CupView, Draw, Edition, Settings } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { sideLabel } from '../teams/names.ts'

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

export type EditionsOfCup = {
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

/** The winners of an edition: an organiser's text takes precedence over the draw. */
export function winnersOfDraw(written: string, draw: Draw | undefined): string {
  return written || championsOfDraw(draw)
}

export function championsOfDraw(draw: Draw | undefined): string {
  const champion = draw && championOf(draw)
  return champion ? sideLabel(draw.teams, champion) : ''
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
