import type { Match } from '../../domain/cup.ts'

/** One post of this page, from the tap until the page is left. */
export type OwnChange = {
  /** Matches as the rule says the post will leave them: shown before the server has answered. */
  readonly matches: readonly Match[]
  /** The match that was tapped. */
  readonly matchId?: string | undefined
  /** The button that was tapped, as `tapKey` names it. */
  readonly tapped?: string | undefined
  /** The revision the server answered with. */
  readonly revision?: number
}

/** Names a button of this page: the form it belongs to, and what it adds to the form. */
export function tapKey(form: string, button: { name?: string | undefined; value?: unknown } | null): string {
  return `${form} ${button?.name ?? ''}=${button?.value ?? ''}`
}

export type OwnChanges = ReturnType<typeof createOwnChanges>

/** What this page has changed itself: it has seen that, also where the stream is slower than the next tap. */
export function createOwnChanges() {
  let changes: readonly OwnChange[] = []
  let failed: readonly OwnChange[] = []
  const listeners = new Set<() => void>()

  function keep(next: readonly OwnChange[]) {
    changes = next
    for (const tell of listeners) tell()
  }

  return {
    list: () => changes,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    begin(change: OwnChange) {
      failed = failed.filter((one) => !isSameTap(one, change))
      keep([...changes, change])
    },
    /** What failed stays marked until it is tapped again, or another button of its match. */
    fail(change: OwnChange) {
      failed = [...failed, change]
      keep(changes)
    },
    hasFailed: (tapped: string) => failed.some((change) => change.tapped === tapped),
    /** The server's answer: its revision, 0 where nothing had to be changed; undefined for no. */
    settle(change: OwnChange, revision: number | undefined) {
      const settled = revision ? [{ ...change, revision }] : []
      keep(changes.flatMap((one) => (one === change ? settled : one)))
    },
    forget: () => keep(changes.filter(({ revision }) => revision === undefined)),
    /** The revision a screen has seen, of a match or of the whole page, with what this page changed since. */
    seenWith(seen: number, matchId: string | undefined): number {
      const ofMatch = changes.flatMap((change) =>
        matchId !== undefined && touches(change, matchId) ? (change.revision ?? 0) : [],
      )
      const own = new Set(changes.map(({ revision }) => revision))
      let reached = Math.max(seen, ...ofMatch)
      while (own.has(reached + 1)) reached += 1
      return reached
    },
  }
}

function isSameTap(a: OwnChange, b: OwnChange): boolean {
  return a.tapped === b.tapped || (a.matchId !== undefined && a.matchId === b.matchId)
}

function touches(change: OwnChange, matchId: string): boolean {
  return change.matchId === matchId || change.matches.some(({ id }) => id === matchId)
}

/** Matches of changes that a page at this revision does not contain yet, the latest of each. */
export function pendingMatches(
  changes: readonly OwnChange[],
  pageRevision: number,
): ReadonlyMap<string, Match> {
  const pending = changes.filter(({ revision }) => revision === undefined || revision > pageRevision)
  return new Map(pending.flatMap(({ matches }) => matches.map((match) => [match.id, match] as const)))
}
