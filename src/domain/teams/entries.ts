import type { Entry } from '../cup.ts'
import { compareText, foldText } from '../text.ts'

/** By Player 1's name, then by who came first: the same order on every machine. */
export function orderEntries<Item extends Entry>(entries: readonly Item[]): Item[] {
  return entries
    .map((entry) => ({ entry, name: foldText(entry.player1Name) }))
    .sort(
      (a, b) =>
        compareText(a.name, b.name) ||
        compareText(a.entry.player1Name, b.entry.player1Name) ||
        compareArrival(a.entry, b.entry),
    )
    .map(({ entry }) => entry)
}

/**
 * Who waits once the limit is reached, first come first. An approved team has its place; the places left go to the
 * others in the order they registered.
 */
export function waitingList<Item extends Entry>(entries: readonly Item[], teamLimit: number): Item[] {
  if (teamLimit <= 0) return []
  const pending = entries.filter((entry) => !entry.approved).sort(compareArrival)
  return pending.slice(Math.max(0, teamLimit - (entries.length - pending.length)))
}

/** The entry of the very same two players. One name alone tells nothing: two Sams may both be without a partner still. */
export function findDouble<Item extends Entry>(
  entries: readonly Item[],
  form: Pick<Entry, 'player1Name' | 'player2Name'>,
): Item | undefined {
  const wanted = pairOf(form)
  return wanted.includes('') ? undefined : entries.find((entry) => pairOf(entry).join() === wanted.join())
}

/** Both names, whoever stands first. */
function pairOf({ player1Name, player2Name }: Pick<Entry, 'player1Name' | 'player2Name'>): string[] {
  return [player1Name, player2Name].map(foldText).sort(compareText)
}

function compareArrival(a: Entry, b: Entry): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
}
