import type { JournalKind } from '../domain/journal.ts'

declare const listed: unique symbol

/** The name of an action in the journal. Only `journalAction` makes one, so that each is listed under one kind. */
export type JournalAction = string & { readonly [listed]: true }

const kinds = new Map<string, JournalKind>()

/** Names an action, and says what the journal lists it under. Called once for each, where the action is defined. */
export function journalAction(kind: JournalKind, name: string): JournalAction {
  if (kinds.has(name)) throw new Error(`The action '${name}' is defined twice.`)
  kinds.set(name, kind)
  return name as JournalAction
}

/** Written by the restore script. */
export const restoring = journalAction('back', 'restore')
/** Written by the import script, which the server does not load. */
export const importing = journalAction('back', 'import')

export function actionsOf(kind: JournalKind): readonly string[] {
  return [...kinds].flatMap(([name, its]) => (its === kind ? name : []))
}
