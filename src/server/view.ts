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

/** Either the next revision, or the whole view after a reload. */
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

/** Beyond this lag, in revisions, a reload is cheaper than applying rows. */
const farBehind = 200
const pollEveryMs = 2_000

/** `at` is the time of the view's revision. */
type DatedView = { readonly view: CupView; readonly at: string | undefined }

/** The public state in memory, a projection of the journal: every node applies the rows of all nodes. */
export function createPublicView({ storage, clock }: { storage: Storage; clock: Clock }): PublicView {
  const listeners = new Set<(news: News) => void>()
  let shown: DatedView | undefined
  let loading: Promise<CupView> | undefined
  let isClosed = false
  let cancelPoll = () => {}
  const inTime = <Value>(work: Promise<Value>) => withTimeout(clock, loadTimeoutMs, work)
  const reading = oneAtATime(() => inTime(readNewRows()))

  function notify(news: News) {
    for (const listener of [...listeners]) listener(news)
  }

  function show(loaded: DatedView): CupView {
    shown = loaded
    notify({ kind: 'view', view: loaded.view })
    return loaded.view
  }

  function apply(revision: Revision) {
    if (!shown) return
    shown = { view: applyRevision(shown.view, revision), at: revision.at }
    notify({ kind: 'revision', revision })
  }

  /** Single flight: callers share one load, and its timeout. */
  function load(): Promise<CupView> {
    // After its timeout a load may still resolve, with an older view.
    const loaded = () => storage.snapshot(loadView).then((found) => shown?.view ?? show(found))
    loading ??= inTime(loaded()).finally(() => {
      loading = undefined
    })
    return loading
  }

  /** Applies the journal's new rows, or reloads if they do not continue the view. */
  async function readNewRows(): Promise<void> {
    const known = shown
    if (!known) return
    const { epoch, revision } = known.view
    const rows = await storage.read((db) => listRevisions(db, revision - 1, farBehind + 2))
    const now = await storage.read(readCurrent)
    // This read timed out, and the view was updated without it.
    if (shown !== known) return

    async function reload() {
      const loaded = await storage.snapshot(loadView)
      if (shown === known) show(loaded)
    }

    if (now.epoch !== epoch) return reload()
    const last = rows[0]?.revision === revision ? rows[0] : undefined
    if (last?.at !== known.at) {
      // A PostgreSQL standby that lost a commit took over: its history differs, so begin a new epoch.
      await storage.transaction((db) => beginEpoch(db, clock.now()))
      return reload()
    }
    const news = rows.filter((row) => row.revision > revision)
    const hasGap = news.some((row, at) => row.revision !== revision + 1 + at)
    if (hasGap || news.length > farBehind) return reload()
    for (const row of news) apply(row)
  }

  async function catchUp(written?: Written): Promise<void> {
    if (!shown) return loading?.then(() => catchUp())
    if (written && !reading.isRunning() && isAt(shown, written.after)) return apply(written.revision)
    if (written && isShown(shown, written)) return
    return reading.ask()
  }

  /** While storage fails, the last view is served. */
  const catchUpOrWait = () => catchUp().catch(() => {})

  function poll() {
    if (!isClosed) cancelPoll = clock.after(pollEveryMs, () => void catchUpOrWait().then(poll))
  }

  poll()
  const stopListening = storage.listen(catchUpOrWait)

  return {
    ready: async () => shown?.view ?? load(),
    current: () => shown?.view,
    asOf: (reached) => (shown && isAt(shown, reached) ? shown.view : undefined),
    catchUp,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      cancelPoll()
      stopListening()
      listeners.clear()
    },
  }
}

function isAt({ view, at }: DatedView, reached: Reached): boolean {
  return view.epoch === reached.epoch && view.revision === reached.revision && at === reached.at
}

function isShown({ view }: DatedView, { revision, after }: Written): boolean {
  return view.epoch === after.epoch && view.revision >= revision.revision
}

/** One run at a time; requests during a run are coalesced into one more. */
export function oneAtATime(run: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function runWhileAsked() {
    try {
      do {
        isAskedAgain = false
        await run()
      } while (isAskedAgain)
    } finally {
      // Not a turn later: a request in between would join a run that has ended.
      running = undefined
    }
  }

  return {
    isRunning: () => running !== undefined,
    ask(): Promise<void> {
      isAskedAgain = true
      running ??= runWhileAsked()
      return running
    },
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
