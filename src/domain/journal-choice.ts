import { type JournalKind, journalKindOf, journalKinds } from './journal-kinds.ts'

/** So many lines stand on one page of the journal. */
export const journalPageLength = 50

/** What of the journal an organiser wants to see. */
export type JournalChoice = { readonly search?: string; readonly kind?: JournalKind }

/** As it stands in an address. */
export function journalChoice(params: { get(name: string): string | null }): JournalChoice {
  const search = params.get('q')?.trim()
  const kind = journalKindOf(params.get('kind'))
  return { ...(search && { search }), ...(kind && { kind }) }
}

/** As the journal is asked for it. */
export function journalFilter({ search, kind }: JournalChoice) {
  return { ...(search && { search }), ...(kind && { actions: journalKinds[kind].actions }) }
}
