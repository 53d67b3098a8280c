import { applyRevision, type Revision } from '../domain/changes.ts'
import type { CupView } from '../domain/cup.ts'
import { loadTimeoutMs } from '../domain/settings/settings.ts'
import { type Clock, within } from './clock.ts'
import { listEditions } from './storage/editions.ts'
import { listRevisions } from './storage/journal.ts'
import type { Db, Storage } from './storage/storage.ts'
import { beginEpoch, type Reached, readCurrent, readSettings } from './storage/system.ts'
import { entryOf, listTeams } from './storage/teams.ts'
import { listPastDraws, readDraw } from './storage/tournaments.ts'

/** What the view tells its listeners, in order: one revision after the other, or the whole view once it was loaded. */
export type News =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'view'; readonly view: CupView }

/** A revision that this node wrote, and what the cup had come to before. */
export type Written = { readonly revision: Revision; readonly after: Reached }

export type PublicView = {
  /** The view, loaded on the first ask; an ask that failed is tried again on the next. */
  ready(): Promise<CupView>
  current(): CupView | undefined
  /** The view, if it shows exactly what the cup has come to. */
  asOf(reached: Reached): CupView | undefined
  /** Applies what was written since. A row just written by this node saves the question to the storage. */
  catchUp(written?: Written): Promise<void>
  subscribe(listener: (news: News) => void): () => void
  close(): void
}

/** Further behind than this, loading the whole view is the shorter way. */
const farBehind = 200
const lookEveryMs = 2_000

/** What is shown, and when its revision was made. */
type Shown = { readonly view: CupView; readonly at: string | undefined }

/** What the public may see, in memory, kept current from the journal, whichever node wrote it. */
export function createPublicView({ storage, clock }: { storage: Storage; clock: Clock }): PublicView {
  const board = createBoard()
  const ready = loadOnce(clock, async () => {
    const loaded = await storage.snapshot(loadView)
    // A load that was given up and comes after all is older than what was loaded since.
    return board.shown()?.view ?? board.show(loaded)
  })
  const reading = oneAtATime(() =>
    withinTime(clock, (isGivenUp) => readOn({ storage, clock, board }, isGivenUp)),
  )

  async function catchUp(written?: Written): Promise<void> {
    const shown = board.shown()
    if (!shown) return ready.isLoading() ? ready.load().then(() => catchUp()) : undefined
    if (written && !reading.isRunning() && isAt(shown, written.after)) return board.apply(written.revision)
    if (written && isShown(shown, written)) return
    return reading.ask()
  }

  const stopLooking = lookAgain(clock, catchUp)
  const stopListening = storage.listen(() => {
    catchUp().catch(() => {})
  })

  return {
    ready: () => {
      const shown = board.shown()
      return shown ? Promise.resolve(shown.view) : ready.load()
    },
    current: () => board.shown()?.view,
    asOf(reached) {
      const shown = board.shown()
      return shown && isAt(shown, reached) ? shown.view : undefined
    },
    catchUp,
    subscribe: board.subscribe,
    close() {
      stopLooking()
      stopListening()
      board.close()
    },
  }
}

function isAt({ view, at }: Shown, reached: Reached): boolean {
  return view.epoch === reached.epoch && view.revision === reached.revision && at === reached.at
}

function isShown({ view }: Shown, { revision, after }: Written): boolean {
  return view.epoch === after.epoch && view.revision >= revision.revision
}

type Board = ReturnType<typeof createBoard>

/** What is shown, and who is told when it changes. */
function createBoard() {
  const listeners = new Set<(news: News) => void>()
  let shown: Shown | undefined

  function tell(news: News) {
    for (const listener of [...listeners]) listener(news)
  }

  return {
    shown: () => shown,
    show(loaded: Shown): CupView {
      shown = loaded
      tell({ kind: 'view', view: loaded.view })
      return loaded.view
    },
    apply(revision: Revision) {
      if (!shown) return
      shown = { view: applyRevision(shown.view, revision), at: revision.at }
      tell({ kind: 'revision', revision })
    },
    subscribe(listener: (news: News) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => listeners.clear(),
  }
}

type ReadingParts = { readonly storage: Storage; readonly clock: Clock; readonly board: Board }

/** Applies the journal's rows that are not shown yet, or loads everything where they do not lead on from what is shown. */
async function readOn({ storage, clock, board }: ReadingParts, isGivenUp: () => boolean): Promise<void> {
  const known = board.shown()
  if (!known) return
  const { epoch, revision } = known.view
  const rows = await storage.read((db) => listRevisions(db, revision - 1, farBehind + 2))
  const now = await storage.read(readCurrent)
  if (isGivenUp()) return

  async function reload() {
    const loaded = await storage.snapshot(loadView)
    if (!isGivenUp()) board.show(loaded)
  }

  if (now.epoch !== epoch) return reload()
  const last = rows[0]?.revision === revision ? rows[0] : undefined
  if (last?.at !== known.at) {
    // A standby took over that had lost what is shown. No restore has said so: we do.
    await storage.transaction((db) => beginEpoch(db, clock.now()))
    return reload()
  }
  // A row written by this node may have been applied while the storage was asked.
  const reached = board.shown()?.view.revision ?? 0
  const news = rows.filter((row) => row.revision > reached)
  const hasGap = news.some((row, at) => row.revision !== reached + 1 + at)
  if (hasGap || news.length > farBehind) return reload()
  for (const row of news) board.apply(row)
}

/** One load at a time, shared by all who ask; one that hangs is given up with the first asker who waited for it. */
function loadOnce<Value>(clock: Clock, run: () => Promise<Value>) {
  let loading: Promise<Value> | undefined
  return {
    isLoading: () => loading !== undefined,
    load(): Promise<Value> {
      loading ??= run()
      const asked = loading
      return within(clock, loadTimeoutMs, asked).finally(() => {
        if (loading === asked) loading = undefined
      })
    },
  }
}

/** One run at a time; whoever asks meanwhile makes it run once more. */
function oneAtATime(run: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function runUntilNobodyAsks() {
    do {
      isAskedAgain = false
      await run()
    } while (isAskedAgain)
  }

  return {
    isRunning: () => running !== undefined,
    ask(): Promise<void> {
      isAskedAgain = true
      running ??= runUntilNobodyAsks().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** A question that is never answered must not be the last one: it is given up, and what it answers later is not looked at. */
function withinTime(clock: Clock, run: (isGivenUp: () => boolean) => Promise<void>): Promise<void> {
  let isOver = false
  return within(
    clock,
    loadTimeoutMs,
    run(() => isOver),
  ).finally(() => {
    isOver = true
  })
}

/** Storage that fails leaves the last known view served; the next look tries again. */
function lookAgain(clock: Clock, catchUp: () => Promise<void>): () => void {
  let isStopped = false
  let cancel = () => {}
  function wait() {
    if (isStopped) return
    cancel = clock.after(lookEveryMs, () => {
      catchUp()
        .catch(() => {})
        .finally(wait)
    })
  }
  wait()
  return () => {
    isStopped = true
    cancel()
  }
}

async function loadView(db: Db): Promise<Shown> {
  const { epoch, revision, at, tournamentID, tournamentStatus } = await readCurrent(db)
  const settings = await readSettings(db)
  const teams = await listTeams(db, settings.editionNumber)
  const draw = tournamentID ? await readDraw(db, tournamentID) : undefined
  const isCreating = tournamentStatus === 'creating'
  const view: CupView = {
    epoch,
    revision,
    settings,
    entries: teams.filter(({ removedAt }) => removedAt === undefined).map(entryOf),
    editions: await listEditions(db),
    pastDraws: await listPastDraws(db, settings.editionNumber),
    drawStatus: draw ? 'active' : isCreating ? 'creating' : 'none',
    ...(draw && { draw }),
  }
  return { view, at }
}
