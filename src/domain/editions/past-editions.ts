import type { CupView, Draw, Edition, Settings } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { sideLabel } from '../teams/names.ts'

export type PastEdition = { readonly number: number; readonly season: string; readonly current: boolean }

type Parts = Pick<CupView, 'editions' | 'pastDraws'> & {
  readonly settings: Pick<Settings, 'editionNumber' | 'editionSeason'>
}

/** Editions with a draw to look at, newest first; always holds the current one. */
export function pastEditions({ settings, editions, pastDraws }: Parts): readonly PastEdition[] {
  const { editionNumber, editionSeason } = settings
  const numbers = [...new Set([editionNumber, ...pastDraws])].sort((a, b) => b - a)
  return numbers.map((number) => {
    const current = number === editionNumber
    const season = editions.find((edition) => edition.number === number)?.season ?? ''
    return { number, season: current ? editionSeason : season, current }
  })
}

export type EditionsOfCup = Pick<CupView, 'editions' | 'settings'>

/** The list, in order, with the edition being played: as its settings call it where nothing is written down yet. */
export function withCurrentEdition({ editions, settings }: EditionsOfCup): readonly Edition[] {
  const { editionNumber: number, editionSeason: season, editionTheme: theme } = settings
  if (editions.some((edition) => edition.number === number)) return editions
  return [...editions, { number, season, theme, winners: '' }].sort((a, b) => a.number - b.number)
}

type CupWithDraw = EditionsOfCup & { readonly draw?: Draw | undefined }

/**
 * The past champions as everybody reads them: the winners of the final stand in their edition's line as soon as it is won,
 * with its season and theme, and go with an undo. What an organiser wrote into the line stays.
 */
export function editionsWithChampions(cup: CupWithDraw): readonly Edition[] {
  const line = cup.editions.find(({ number }) => number === cup.settings.editionNumber)
  const followsDraw = line !== undefined && isOfDraw(line, cup.draw)
  return followsDraw || (cup.draw && championOf(cup.draw)) ? writtenDown(cup) : cup.editions
}

/** The list with the edition being played, as it is called now and with who has won it. */
export function writtenDown(cup: CupWithDraw): readonly Edition[] {
  const { editionNumber, editionSeason, editionTheme } = cup.settings
  const champion = cup.draw && championOf(cup.draw)
  const winners = cup.draw && champion ? sideLabel(cup.draw.teams, champion) : ''
  return withCurrentEdition(cup).map((line) => {
    if (line.number !== editionNumber) return line
    // Gone back to, the edition follows its draw and its settings again.
    if (isOfDraw(line, cup.draw))
      return { ...line, season: editionSeason || line.season, theme: editionTheme || line.theme, winners }
    const season = line.winners ? line.season : editionSeason || line.season
    return { ...line, season, theme: line.theme || editionTheme, winners: line.winners || winners }
  })
}

/** Whether the winners were written down by the cup itself: a team of the draw, word for word. */
function isOfDraw({ winners }: Edition, draw: Draw | undefined): boolean {
  return draw !== undefined && Object.keys(draw.teams).some((id) => sideLabel(draw.teams, id) === winners)
}
