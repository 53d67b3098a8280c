/** What the journal can be narrowed to, in an organiser's words. Each action says itself where it belongs. */
export const journalKinds = {
  winners: { label: 'Winners' },
  tables: { label: 'Matches called' },
  places: { label: 'No-shows, late teams, exchanges' },
  draws: { label: 'Draws made and reset' },
  registrations: { label: 'Registrations' },
  teams: { label: 'Teams approved, edited, removed' },
  settings: { label: 'Settings and past champions' },
  accounts: { label: 'Accounts and sessions' },
  back: { label: 'Taken back, restored' },
} as const

export type JournalKind = keyof typeof journalKinds

export function journalKindOf(text: string | null): JournalKind | undefined {
  return text !== null && Object.hasOwn(journalKinds, text) ? (text as JournalKind) : undefined
}

/** So many lines stand on one page of the journal. */
export const journalPageLength = 50

/** The most lines that the server gives at once. */
export const longestJournalPage = 1_000

/** What of the journal an organiser wants to see. */
export type JournalChoice = { readonly search?: string; readonly kind?: JournalKind }

/** As it stands in an address. */
export function journalChoice(params: { get(name: string): string | null }): JournalChoice {
  const search = params.get('q')?.trim()
  const kind = journalKindOf(params.get('kind'))
  return { ...(search && { search }), ...(kind && { kind }) }
}
