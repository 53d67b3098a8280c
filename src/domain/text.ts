/**
 * How long each text may be, in code points. The forms have the same numbers as `maxlength`, which counts an emoji twice: a form
 * may stop a text that the server would take, and lets none pass that it would refuse.
 */
export const textLimits = {
  player1Name: 80,
  player2Name: 80,
  teams: 120,
  teamPhoneNumber: 40,
  editionSeason: 40,
  editionTheme: 80,
  editionTitle: 80,
  announcement: 400,
  link: 500,
  eventName: 80,
  eventDescription: 200,
  winners: 120,
  email: 254,
  password: 200,
} as const

export function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit
}

/**
 * One spelling of the same letters, single spaces, and no marks that turn the direction of everything after them. A text
 * of which nothing can be seen is empty.
 */
export function tidyText(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\S\n\r]+/g, ' ')
    .trim()
  return /[^\p{Default_Ignorable_Code_Point}\s]/u.test(tidy) ? tidy : ''
}

/** Control characters and halves of characters have no place in a name. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** A text without case, accents and surplus space: what two spellings of one name have in common, in any locale. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Orders texts by their code units: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
