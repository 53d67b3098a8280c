/** What the journal can be filtered by, with its label. Each action names its own kind. */
export const journalKinds = {
  winners: 'Winners',
  tables: 'Matches called',
  places: 'No-shows, late teams, exchanges',
  draws: 'Draws made and reset',
  registrations: 'Registrations',
  teams: 'Teams approved, edited, removed',
  settings: 'Settings and past champions',
  accounts: 'Accounts and sessions',
  back: 'Taken back, backed up, restored',
} as const

export type JournalKind = keyof typeof journalKinds

export function journalKindOf(text: string | null): JournalKind | undefined {
  return text !== null && Object.hasOwn(journalKinds, text) ? (text as JournalKind) : undefined
}

/** Page size of the journal. */
export const journalPageLength = 50

/** Page size limit of its queries. */
export const longestJournalPage = 1_000

/** Filter of the journal. */
export type JournalChoice = { readonly search?: string; readonly kind?: JournalKind }

/** From query parameters. */
export function journalChoice(params: { get(name: string): string | null }): JournalChoice {
  const search = params.get('q')?.trim()
  const kind = journalKindOf(params.get('kind'))
  return { ...(search && { search }), ...(kind && { kind }) }
}
