import type { Edition } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type PostedFields, readText } from '../settings/check-settings.ts'
import { textLimits, tidyText } from '../text.ts'
import { type EditionsOfCup, withCurrentEdition } from './past-editions.ts'

/** The list as a form wrote it: a post may carry just some editions, or some of their fields; the rest stay. */
export function postedEditions(fields: PostedFields, cup: EditionsOfCup): readonly Edition[] {
  return withCurrentEdition(cup).flatMap((edition) => {
    const field = (part: string) => fields[`edition${edition.number}${part}`]?.trim()
    const [season, theme, winners] = [field('Season'), field('Theme'), field('Winners')]
    const isKnown = cup.editions.some(({ number }) => number === edition.number)
    // The form shows what the settings say of the edition being played: untouched, that is nothing written down.
    const isWritten = winners || (season && season !== edition.season) || (theme && theme !== edition.theme)
    if (!isKnown && !isWritten) return []
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
