/** How long each text may be, in characters as a person counts them. The forms and the server use the same numbers. */
export const textLimits = {
  player1Name: 80,
  player2Name: 80,
  teams: 200,
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

/** Control characters, lone surrogates and marks that turn the direction of text around have no place in a name. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
}
