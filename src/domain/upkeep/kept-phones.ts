import type { Draw, Settings } from '../cup.ts'
import { championOf, wonAt } from '../night/progress.ts'
import { counted } from '../text.ts'

const dayMs = 24 * 3_600_000

export type KeptPhones = {
  readonly edition: number
  readonly phones: number
  /** End of the edition, from which they are no longer needed; absent until then. */
  readonly overAt?: string
  /** Due date of their deletion. */
  readonly goAt?: string
}

type EditionParts = {
  readonly draw: Draw | undefined
  readonly isCurrent: boolean
  readonly latestArrival: string
  /** Latest recorded activity, for editions whose final has no time or was never played. */
  readonly lastKnown: string
}

/** End of an edition; undefined while it is running. */
export function overAt({ draw, isCurrent, latestArrival, lastKnown }: EditionParts): string | undefined {
  if (!draw || !championOf(draw)) return isCurrent ? undefined : lastKnown
  const won = wonAt(draw) ?? lastKnown
  // The number of a team that registers after the final is kept as long as the others.
  return latestArrival > won ? latestArrival : won
}

/** When an edition's phone numbers are deleted automatically; undefined for never. */
export function phonesGoAt(
  over: string | undefined,
  { phoneDays }: Pick<Settings, 'phoneDays'>,
): string | undefined {
  if (over === undefined || phoneDays === 0) return undefined
  return new Date(Date.parse(over) + phoneDays * dayMs).toISOString()
}

export function phonesWords({ edition, phones }: Pick<KeptPhones, 'edition' | 'phones'>): string {
  return `${counted(phones, 'phone number')} of N${edition}`
}
