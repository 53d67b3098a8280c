import type { CupView, Draw, Edition, Settings } from '../cup.ts'
import { championOf } from '../night/progress.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { sideLabel } from '../teams/names.ts'
import { textLimits, tidyText } from '../text.ts'
import { type PostedFields, readText } from './check-settings.ts'

/** Editions 1 to 11, Spring 2020 to Spring 2025, without themes and winners. */
export const defaultEditions: readonly Edition[] = /* @__PURE__ */ Array.from({ length: 11 }, (_, index) => ({
  number: index + 1,
  season: `${index % 2 === 0 ? 'Spring' : 'Fall'} ${2020 + Math.floor(index / 2)}`,
  theme: '',
  winners: '',
}))

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

type EditionsOfCup = Pick<CupView, 'editions' | 'settings'>

/** The edition being played joins the list once somebody writes down its theme or its winners. */
export function withCurrentEdition({ editions, settings }: EditionsOfCup): readonly Edition[] {
  const { editionNumber: number, editionSeason: season, editionTheme: theme } = settings
  if (editions.some((edition) => edition.number === number)) return editions
  return [...editions, { number, season, theme, winners: '' }]
}

/**
 * The past champions as everybody reads them: the winners of the final stand in their edition's line as soon as it is won,
 * with its season and theme, and go with an undo. What an organiser wrote into the line stays.
 */
export function editionsWithChampions(
  cup: EditionsOfCup & { readonly draw?: Draw | undefined },
): readonly Edition[] {
  const champion = cup.draw && championOf(cup.draw)
  if (!cup.draw || !champion) return cup.editions
  const { editionNumber, editionSeason, editionTheme } = cup.settings
  const winners = sideLabel(cup.draw.teams, champion)
  return withCurrentEdition(cup).map((line) => {
    if (line.number !== editionNumber) return line
    const season = line.winners ? line.season : editionSeason || line.season
    return { ...line, season, theme: line.theme || editionTheme, winners: line.winners || winners }
  })
}

/** The list as a form wrote it: a post may carry just some editions, or some of their fields; the rest stay. */
export function postedEditions(fields: PostedFields, cup: EditionsOfCup): readonly Edition[] {
  return withCurrentEdition(cup).flatMap((edition) => {
    const field = (part: string) => fields[`edition${edition.number}${part}`]?.trim()
    const [season, theme, winners] = [field('Season'), field('Theme'), field('Winners')]
    const isKnown = cup.editions.some(({ number }) => number === edition.number)
    if (!isKnown && !season && !theme && !winners) return []
    return {
      ...edition,
      ...(season !== undefined && { season }),
      ...(theme !== undefined && { theme }),
      ...(winners !== undefined && { winners }),
    }
  })
}

/** The past champions as an organiser wrote them down: each edition once, in order. */
export function checkEditions(written: readonly Edition[]): Outcome<readonly Edition[]> {
  const editions = written.map(({ number, season, theme, winners }) => ({
    number,
    season: tidyText(season),
    theme: tidyText(theme),
    winners: tidyText(winners),
  }))
  const problems = editions.flatMap(({ number, season, theme, winners }, at) => {
    const named = `Edition ${number}:`
    if (!Number.isInteger(number) || number < 1 || number > 9999)
      return ['Edition number must be a whole number from 1 to 9999.']
    if (editions.findIndex((other) => other.number === number) !== at) return [`${named} it is listed twice.`]
    const reads = {
      season: readText(season, textLimits.editionSeason),
      theme: readText(theme, textLimits.editionTheme),
      winners: readText(winners, textLimits.winners),
    }
    return Object.entries(reads).flatMap(([part, read]) =>
      'problem' in read ? [`${named} ${part} ${read.problem}`] : [],
    )
  })
  if (problems.length > 0) return refused('bad-setting', problems)
  return done(editions.sort((a, b) => a.number - b.number))
}
