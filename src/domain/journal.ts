/**
 * What the journal can be narrowed to, in an organiser's words, and the actions that belong there. An action can only be written
 * if it stands here, so that none is to be found under everything alone.
 */
export const journalKinds = {
  winners: { label: 'Winners', actions: ['set-winner', 'undo-winner', 'advance-byes'] },
  tables: { label: 'Matches called', actions: ['call-match', 'uncall-match'] },
  places: { label: 'No-shows, late teams, exchanges', actions: ['set-absent', 'place-team', 'exchange'] },
  draws: {
    label: 'Draws made and reset',
    actions: ['begin-draw', 'create-draw', 'give-up-draw', 'reset', 'draw-again'],
  },
  registrations: { label: 'Registrations', actions: ['register'] },
  teams: {
    label: 'Teams approved, edited, removed',
    actions: ['approve', 'unapprove', 'edit-team', 'remove-teams', 'put-back-teams'],
  },
  settings: {
    label: 'Settings and past champions',
    actions: ['settings', 'close-registration', 'editions'],
  },
  accounts: {
    label: 'Accounts',
    actions: ['add-organiser', 'remove-organiser', 'change-password', 'end-session'],
  },
  back: { label: 'Taken back, restored', actions: ['take-back', 'restore'] },
} as const satisfies Record<string, { readonly label: string; readonly actions: readonly string[] }>

export type JournalKind = keyof typeof journalKinds
export type JournalAction = (typeof journalKinds)[JournalKind]['actions'][number]

export function journalKindOf(text: string | null): JournalKind | undefined {
  return text !== null && Object.hasOwn(journalKinds, text) ? (text as JournalKind) : undefined
}

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
