import type { Draw, Settings } from '../cup.ts'
import { championOf, wonAt } from '../night/progress.ts'
import { counted } from '../text.ts'

const dayMs = 24 * 3_600_000

/** The phone numbers that are kept of an edition. */
export type KeptPhones = {
  readonly edition: number
  readonly phones: number
  /** Since when nobody needs them any more; absent while the edition is not over. */
  readonly overAt?: string
  /** When they are deleted by themselves. */
  readonly goAt?: string
}

type EditionParts = {
  readonly draw: Draw | undefined
  readonly isCurrent: boolean
  readonly latestArrival: string
  /** The latest that is known of it: where nobody wrote down when the final was won, and for one that was never played to its end. */
  readonly lastKnown: string
}

/** When an edition was over; undefined while it is being played. */
export function overAt({ draw, isCurrent, latestArrival, lastKnown }: EditionParts): string | undefined {
  if (!draw || !championOf(draw)) return isCurrent ? undefined : lastKnown
  const won = wonAt(draw) ?? lastKnown
  // Who enters after the final, before the next edition has begun, is kept as long as anybody else.
  return latestArrival > won ? latestArrival : won
}

/** When the phone numbers of an edition go by themselves; undefined for never. */
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
