import type { CupView, Settings } from '../cup.ts'

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
