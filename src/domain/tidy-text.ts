/**
 * Maximum lengths in code points. Forms use the same numbers as `maxlength`, which counts UTF-16 units: a form is
 * never more lenient than the server.
 */
export const textLimits = {
  player1Name: 80,
  player2Name: 80,
  teams: 120,
  teamPhoneNumber: 40,
  editionSeason: 40,
  editionTheme: 80,
  editionTitle: 80,
  presenter: 60,
  announcement: 400,
  venue: 80,
  /** A sentence of the rules. */
  line: 300,
  link: 500,
  eventName: 80,
  eventDescription: 200,
  /** Two names and what joins them. */
  winners: 170,
  email: 254,
  password: 200,
} as const

export const shortestPassword = 8

/** Invisible characters do not count: eight spaces, or eight zero-width characters, are no password. */
export function isPasswordTooShort(password: string): boolean {
  return tidyText(password).length < shortestPassword
}

export function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit
}

/** Normalising takes quadratic time in a run of combining marks: 64 KB of them would take seconds. */
const longestRun = /(\p{M}{32})\p{M}+/gu

/** The ligature of a whole sentence, which has no compatibility decomposition. */
const basmala = 'بسم الله الرحمن الرحيم'

/**
 * Normalises a text, so that equal looks mean equal text: NFC, single spaces, no default-ignorable or annotation characters
 * outside emoji, at most four nonspacing marks per letter, and the widest ligatures spelled out.
 */
export function tidyText(text: string): string {
  return (
    text
      .replace(/(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffc]/gu, '')
      .replace(/(?<!\p{Extended_Pictographic})\ufe0f/gu, '')
      .replace(
        /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu,
        '',
      )
      .replace(/[\ufdf0-\ufdfd]/g, (wide) => (wide === '\ufdfd' ? basmala : wide.normalize('NFKC')))
      // Right before normalising: any character removed in between would join two runs.
      .replace(longestRun, '$1')
      .normalize('NFC')
      // U+2800 is a letter without ink.
      .replace(/(?:[^\S\n\r]|\u2800)+/g, ' ')
      .replace(/^[\s\p{M}]+/u, '')
      .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1')
      .trim()
  )
}

/** No control characters, no lone surrogates. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
