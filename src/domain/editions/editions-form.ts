import type { Edition } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type PostedFields, readText } from '../settings/check-settings.ts'
import { textLimits, tidyText } from '../tidy-text.ts'
import { type EditionsOfCup, withCurrentEdition } from './past-editions.ts'

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
