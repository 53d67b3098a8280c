import { applyRevision, type Revision } from '../domain/changes.ts'
import type { CupView } from '../domain/cup.ts'
import { loadTimeoutMs } from '../domain/settings/limits.ts'
import { type Clock, withTimeout } from './clock.ts'
import { listEditions } from './storage/edition-rows.ts'
import { listRevisions } from './storage/journal-rows.ts'
import type { Db, Storage } from './storage/storage.ts'
import { beginEpoch, type Reached, readCurrent, readSettings } from './storage/system-rows.ts'
import { entryOf, isListed, listTeams } from './storage/team-rows.ts'
import { hasTournament, listPastDraws, readCurrentDraw } from './storage/tournament-rows.ts'

/** Events in order: the next revision, or the whole view after a reload. */
export type News =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'view'; readonly view: CupView }

/** A revision committed by this node, and the position before it. */
export type Written = { readonly revision: Revision; readonly after: Reached }

export type PublicView = {
  /** Loads on the first call; after a failure the next call tries again. */
  ready(): Promise<CupView>
  current(): CupView | undefined
  /** The view, if it is exactly at this position. */
  asOf(reached: Reached): CupView | undefined
  /** Applies new journal rows. With `written`, the row need not be read back. */
  catchUp(written?: Written): Promise<void>
  subscribe(listener: (news: News) => void): () => void
  close(): void
}

/** Revisions behind at which a reload is cheaper than applying rows. */
const farBehind = 200
const lookEveryMs = 2_000

/** `at` is the time of the view's revision. */
type DatedView = { readonly view: CupView; readonly at: string | undefined }

/** The public state in memory, a projection of the journal: every node applies the rows of all nodes. */
export function createPublicView({ storage, clock }: { storage: Storage; clock: Clock }): PublicView {
  const holder = createHolder()
  const ready = loadOnce(clock, async () => {
    const loaded = await storage.snapshot(loadView)
    // A load that timed out may still resolve, with an older view.
    return holder.shown()?.view ?? holder.show(loaded)
  })
  const reading = oneAtATime(() =>
    withinTime(clock, (isGivenUp) => readNewRows({ storage, clock, holder }, isGivenUp)),
  )

  async function catchUp(written?: Written): Promise<void> {
    const shown = holder.shown()
    if (!shown) return ready.isLoading() ? ready.load().then(() => catchUp()) : undefined
    if (written && !reading.isRunning() && isAt(shown, written.after)) return holder.apply(written.revision)
    if (written && isShown(shown, written)) return
    return reading.ask()
  }

  const stopLooking = lookAgain(clock, catchUp)
  const stopListening = storage.listen(() => {
    catchUp().catch(() => {})
  })

  return {
    ready: () => {
      const shown = holder.shown()
      return shown ? Promise.resolve(shown.view) : ready.load()
    },
    current: () => holder.shown()?.view,
    asOf(reached) {
      const shown = holder.shown()
      return shown && isAt(shown, reached) ? shown.view : undefined
    },
    catchUp,
    subscribe: holder.subscribe,
    close() {
      stopLooking()
      stopListening()
      holder.close()
    },
  }
}

function isAt({ view, at }: DatedView, reached: Reached): boolean {
  return view.epoch === reached.epoch && view.revision === reached.revision && at === reached.at
}

function isShown({ view }: DatedView, { revision, after }: Written): boolean {
  return view.epoch === after.epoch && view.revision >= revision.revision
}

type Holder = ReturnType<typeof createHolder>

/** The current view and its subscribers. */
function createHolder() {
  const listeners = new Set<(news: News) => void>()
  let shown: DatedView | undefined

  function notify(news: News) {
    for (const listener of [...listeners]) listener(news)
  }

  return {
    shown: () => shown,
    show(loaded: DatedView): CupView {
      shown = loaded
      notify({ kind: 'view', view: loaded.view })
      return loaded.view
    },
    apply(revision: Revision) {
      if (!shown) return
      shown = { view: applyRevision(shown.view, revision), at: revision.at }
      notify({ kind: 'revision', revision })
    },
    subscribe(listener: (news: News) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => listeners.clear(),
  }
}

type ReadingParts = { readonly storage: Storage; readonly clock: Clock; readonly holder: Holder }

/** Applies the journal's new rows, or reloads if they do not continue the view. */
async function readNewRows(
  { storage, clock, holder }: ReadingParts,
  isGivenUp: () => boolean,
): Promise<void> {
  const known = holder.shown()
  if (!known) return
  const { epoch, revision } = known.view
  const rows = await storage.read((db) => listRevisions(db, revision - 1, farBehind + 2))
  const now = await storage.read(readCurrent)
  if (isGivenUp()) return

  async function reload() {
    const loaded = await storage.snapshot(loadView)
    if (!isGivenUp()) holder.show(loaded)
  }

  if (now.epoch !== epoch) return reload()
  const last = rows[0]?.revision === revision ? rows[0] : undefined
  if (last?.at !== known.at) {
    // A PostgreSQL standby that lost a commit took over: its history is another one, so begin an epoch.
    await storage.transaction((db) => beginEpoch(db, clock.now()))
    return reload()
  }
  const news = rows.filter((row) => row.revision > revision)
  const hasGap = news.some((row, at) => row.revision !== revision + 1 + at)
  if (hasGap || news.length > farBehind) return reload()
  for (const row of news) holder.apply(row)
}

/** Single flight: callers share one load; it is abandoned when the first of them times out. */
function loadOnce<Value>(clock: Clock, run: () => Promise<Value>) {
  let loading: Promise<Value> | undefined
  return {
    isLoading: () => loading !== undefined,
    load(): Promise<Value> {
      loading ??= run()
      const asked = loading
      return withTimeout(clock, loadTimeoutMs, asked).finally(() => {
        if (loading === asked) loading = undefined
      })
    },
  }
}

/** One run at a time; requests during a run are coalesced into one more. */
function oneAtATime(run: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function runWhileAsked() {
    do {
      isAskedAgain = false
      await run()
    } while (isAskedAgain)
  }

  return {
    isRunning: () => running !== undefined,
    ask(): Promise<void> {
      isAskedAgain = true
      running ??= runWhileAsked().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** Times out; `isGivenUp` lets the run discard a late result. */
function withinTime(clock: Clock, run: (isGivenUp: () => boolean) => Promise<void>): Promise<void> {
  let isOver = false
  return withTimeout(
    clock,
    loadTimeoutMs,
    run(() => isOver),
  ).finally(() => {
    isOver = true
  })
}

/** Polls every `lookEveryMs`. While storage fails, the last view is served. */
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

async function loadView(db: Db): Promise<DatedView> {
  const current = await readCurrent(db)
  const { epoch, revision, at, tournamentID, tournamentStatus, editionId } = current
  const teams = await listTeams(db, editionId)
  const draw = await readCurrentDraw(db, current)
  const isCreating = tournamentStatus === 'creating'
  const isMade = draw || (tournamentID && (await hasTournament(db, tournamentID)))
  const view: CupView = {
    epoch,
    revision,
    settings: await readSettings(db),
    entries: teams.filter(isListed).map(entryOf),
    editions: await listEditions(db),
    pastDraws: await listPastDraws(db, editionId),
    drawStatus: isMade ? 'active' : isCreating ? 'creating' : 'none',
    ...(draw && { draw }),
  }
  return { view, at }
}
