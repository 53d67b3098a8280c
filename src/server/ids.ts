import { createHash, randomBytes, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Without characters that look alike: for what is read off a screen, or said in a loud bar. */
export const clearAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export function randomText(length: number, letters = alphabet): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
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
