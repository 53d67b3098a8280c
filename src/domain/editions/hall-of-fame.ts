import { type Draw, type Edition, isTeam, otherSide, type SideNumber, sideOf } from '../cup.ts'
import { finalMatch } from '../night/progress.ts'
import { nameSeparator, removedName } from '../teams/names.ts'
import { compareText } from '../text.ts'

/** The players of an edition's final, from its draw. */
export type Final = {
  readonly edition: number
  readonly winners: readonly string[]
  readonly losers: readonly string[]
}

/** A player's titles and finals, by the numbers of their editions; a title is a final too. */
export type Fame = {
  readonly player: string
  readonly titles: readonly number[]
  readonly finals: readonly number[]
}

function namesIn(winners: string): string[] {
  const names = winners.split(nameSeparator).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The winners' names. Text equal to the final's players is not split: a name may contain a comma. */
export function winnersOf(
  { winners }: Pick<Edition, 'winners'>,
  final: Final | undefined,
): readonly string[] {
  if (final && (winners === '' || winners === final.winners.join(', '))) return final.winners
  return namesIn(winners)
}

/** The final of a draw, once it is won; undefined for a draw of one team. */
export function finalOf(draw: Pick<Draw, 'edition' | 'rounds' | 'teams'>): Final | undefined {
  const final = finalMatch(draw)
  if (!final?.winner || !final.sides.every(isTeam)) return undefined
  const players = (side: SideNumber) => draw.teams[sideOf(final, side)]?.players ?? []
  return {
    edition: draw.edition,
    winners: players(final.winner),
    losers: players(otherSide(final.winner)),
  }
}

/**
 * Titles and finals by player, across partners. An organiser's text takes precedence over the draw. A player is an exact
 * name: the cup cannot know whether two similar ones are the same person.
 */
export function hallOfFame(editions: readonly Edition[], finals: readonly Final[]): Fame[] {
  const fame = new Map<string, { titles: number[]; finals: number[] }>()
  const numbers = [
    ...new Set([...editions.map(({ number }) => number), ...finals.map(({ edition }) => edition)]),
  ]
  for (const number of numbers.sort((a, b) => a - b)) {
    const line = editions.find((edition) => edition.number === number)
    const final = finals.find(({ edition }) => edition === number)
    const winners = winnersOf(line ?? { winners: '' }, final)
    for (const player of new Set([...winners, ...(final?.losers ?? [])])) {
      // Erased names are not one person.
      if (player === removedName) continue
      const own = fame.get(player) ?? { titles: [], finals: [] }
      fame.set(player, own)
      own.finals.push(number)
      if (winners.includes(player)) own.titles.push(number)
    }
  }
  return [...fame]
    .map(([player, own]) => ({ player, ...own }))
    .sort(
      (a, b) =>
        b.titles.length - a.titles.length ||
        b.finals.length - a.finals.length ||
        compareText(a.player, b.player),
    )
}
