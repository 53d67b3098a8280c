import { createHash, randomBytes, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Uniformly random lower-case letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The secret of a team's personal link. */
export const newLinkToken = () => randomBytes(16).toString('base64url')

/** Derives a link from a registration form's random token, so that a retried form gets the same link. */
export function linkTokenOf(formToken: string): string {
  return hashToken(`link ${formToken}`).slice(0, 22)
}

/** Stored instead of a token. A fast hash is enough for 128 random bits or more. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export const newTeamId = () => randomText(12)
export const newDrawId = () => randomText(16)
/** Begins with the match's number in its round, by which the specification sorts matches. */
export const newMatchId = (index: number) => `${index + 1}-${randomText(8)}`
