import type { CupView, Draw } from '../../domain/cup.ts'
import { type DrawRecord, recordOf } from '../../domain/draw/check-draw.ts'
import { visitor } from '../actors.ts'
import type { Before } from '../commands/change.ts'
import { type JournalEntry, listEntries } from '../storage/journal-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { readCurrent } from '../storage/system-rows.ts'
import { listDrawsOfEdition } from '../storage/tournament-rows.ts'

/** What became of the edition's draws, as anybody may know it: no organiser is named. */
export type DrawHistory = {
  /** The lots of the current draw as they fell; undefined where there is none, or it was not drawn here. */
  readonly record: DrawRecord | undefined
  /** Oldest first. */
  readonly events: readonly DrawEvent[]
}

export type DrawEvent = {
  readonly revision: number
  readonly at: string
  readonly by: 'an organiser' | 'a visitor'
  readonly what: 'made' | 'made again' | 'reset and made again' | 'taken back' | 'put back'
  /** How many teams were drawn; absent where none were. */
  readonly teams?: number
}

const actions = {
  'create-draw': 'made',
  'draw-again': 'made again',
  reset: 'reset and made again',
} as const

/** How often this edition was drawn, when and by whom, and what was drawn: from the journal. */
export function drawHistory(storage: Storage, view: CupView): Promise<DrawHistory> {
  return storage.snapshot(async (db) => {
    const ids = new Set(await listDrawsOfEdition(db, (await readCurrent(db)).editionId))
    const entries = await listEntries(db, { actions: [...Object.keys(actions), 'take-back'], limit: 1_000 })
    const made = entries.map(drawnBy).filter((draw) => draw !== undefined)
    const order = made.map(({ id }) => id).reverse()
    const events = entries.flatMap((entry) => eventOf(entry, ids, order)).reverse()
    const current = made.find(({ id }) => id === view.draw?.id)
    return { record: current && recordOf(current), events }
  })
}

/** The draw that an entry made. One that a take-back brought back was made earlier. */
function drawnBy({ action, changes }: JournalEntry): Draw | undefined {
  const change = action === 'take-back' ? undefined : changes.find(({ kind }) => kind === 'draw')
  return change?.kind === 'draw' ? change.draw : undefined
}

/** `order`: the draws that were made here, oldest first. */
function eventOf(entry: JournalEntry, ids: ReadonlySet<string>, order: readonly string[]): DrawEvent[] {
  const { revision, at, who, action, changes } = entry
  const by = who === visitor ? 'a visitor' : 'an organiser'
  const drawn = drawnBy(entry)
  if (drawn) {
    const what = actions[action as keyof typeof actions]
    return ids.has(drawn.id) ? [{ revision, at, by, what, teams: Object.keys(drawn.teams).length }] : []
  }
  const { previousDrawId: left } = (entry.before ?? {}) as Before
  // Settings that are taken back may bring a draw along, too: to that draw nothing happened.
  if (left === undefined) return []
  const change = changes.find(({ kind }) => kind === 'draw')
  const came = change?.kind === 'draw' ? change.draw?.id : undefined
  if (![left, came].some((id) => id && ids.has(id))) return []
  // A draw is taken back where the one before it comes, or none; it is put back where it comes again itself.
  const isPutBack = came !== undefined && (left === null || order.indexOf(came) > order.indexOf(left))
  return [{ revision, at, by, what: isPutBack ? 'put back' : 'taken back' }]
}
