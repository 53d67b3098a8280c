import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Lower-case letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 252 is the last multiple of 36 in a byte: above it some characters would come more often.
      if (byte < 252 && text.length < length) text += alphabet[byte % 36]
    }
  }
  return text
}

/** The secret part of a team's own link. */
export const newLinkToken = () => randomBytes(16).toString('base64url')

/** What is kept of a secret: it has so many random bits that a fast hash is as good as a slow one. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export const newTeamId = () => randomText(12)
export const newDrawId = () => randomText(16)
/** Begins with the match's number in its round, so that ids sort in the order of play. */
export const newMatchId = (_round: number, index: number) => `${index + 1}-${randomText(8)}`
