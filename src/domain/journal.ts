/** Filters of the journal, with their labels. Each action names its own kind. */
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

export const journalPageLength = 50

export const longestJournalPage = 1_000

export type JournalChoice = { readonly search?: string; readonly kind?: JournalKind }

/** From query parameters. */
export function journalChoice(params: { get(name: string): string | null }): JournalChoice {
  const search = params.get('q')?.trim()
  const kind = journalKindOf(params.get('kind'))
  return { ...(search && { search }), ...(kind && { kind }) }
}
