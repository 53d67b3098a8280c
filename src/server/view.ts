import { applyRevision, type Revision } from '../domain/changes.ts'
import type { CupView } from '../domain/cup.ts'
import { loadTimeoutMs } from '../domain/settings/settings.ts'
import { type Clock, within } from './clock.ts'
import { listEditions } from './storage/editions.ts'
import { leadsThrough, listRevisions } from './storage/journal.ts'
import type { Db, Storage } from './storage/storage.ts'
import { type Reached, readCurrent, readSettings } from './storage/system.ts'
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

/** One question to the storage; what comes after it was given up is not looked at. */
type Reading = { isGivenUp: boolean }

/** What the public may see, in memory, kept current from the journal, whichever node wrote it. */
export function createPublicView({ storage, clock }: { storage: Storage; clock: Clock }): PublicView {
  const listeners = new Set<(news: News) => void>()
  let view: CupView | undefined
  /** When the revision that the view shows was made. */
  let shownAt: string | undefined
  let loading: Promise<CupView> | undefined
  let catchingUp: Promise<void> | undefined
  let isAskedAgain = false
  let stopLooking = () => {}
  let isClosed = false

  function tell(news: News) {
    for (const listener of [...listeners]) listener(news)
  }

  function show(loaded: Loaded): CupView {
    view = loaded.view
    shownAt = loaded.at
    tell({ kind: 'view', view })
    return view
  }

  function asOf({ revision, at }: Reached): CupView | undefined {
    return view?.revision === revision && shownAt === at ? view : undefined
  }

  /** One that was given up and comes after all is older than what was loaded since. */
  async function load(): Promise<CupView> {
    const loaded = await storage.snapshot(loadView)
    return view ?? show(loaded)
  }

  /** One that was given up meanwhile is older than what was read since. */
  async function reload(reading: Reading) {
    const loaded = await storage.snapshot(loadView)
    if (!reading.isGivenUp) show(loaded)
  }

  function ready(): Promise<CupView> {
    if (view) return Promise.resolve(view)
    loading ??= load()
    const asked = loading
    return within(clock, loadTimeoutMs, asked).finally(() => {
      // One that hangs is given up with the first asker who waited for it.
      if (loading === asked) loading = undefined
    })
  }

  function apply(revision: Revision) {
    if (!view) return
    view = applyRevision(view, revision)
    shownAt = revision.at
    tell({ kind: 'revision', revision })
  }

  async function readOn(reading: Reading) {
    if (!view) return
    const known = { revision: view.revision, at: shownAt }
    const rows = await storage.read((db) => listRevisions(db, known.revision, farBehind + 1))
    const isStillSo = await storage.read((db) => leadsThrough(db, known))
    if (reading.isGivenUp) return
    // A database that was put back to an earlier state: what the view shows never was.
    if (!isStillSo) return reload(reading)
    // A row written by this node may have been applied while the storage was asked.
    const news = rows.filter(({ revision }) => revision > (view?.revision ?? 0))
    const hasGap = news.some(({ revision }, at) => revision !== (view?.revision ?? 0) + 1 + at)
    if (hasGap || rows.length > farBehind) return reload(reading)
    for (const revision of news) apply(revision)
  }

  async function readUntilCurrent() {
    do {
      isAskedAgain = false
      // A question that is never answered must not be the last one that was asked.
      const reading: Reading = { isGivenUp: false }
      await within(clock, loadTimeoutMs, readOn(reading)).finally(() => {
        reading.isGivenUp = true
      })
    } while (isAskedAgain)
  }

  function catchUp(written?: Written): Promise<void> {
    if (!view) return loading ? ready().then(() => catchUp()) : Promise.resolve()
    if (written && !catchingUp && asOf(written.after)) {
      apply(written.revision)
      return Promise.resolve()
    }
    if (written && written.revision.revision <= view.revision) return Promise.resolve()
    isAskedAgain = true
    catchingUp ??= readUntilCurrent().finally(() => {
      catchingUp = undefined
    })
    return catchingUp
  }

  // Storage that fails leaves the last known view served; the next look tries again.
  function look() {
    stopLooking = clock.after(lookEveryMs, () => {
      catchUp()
        .catch(() => {})
        .finally(() => {
          if (!isClosed) look()
        })
    })
  }

  look()
  const stopListening = storage.listen(() => {
    catchUp().catch(() => {})
  })

  return {
    ready,
    current: () => view,
    asOf,
    catchUp,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      stopLooking()
      stopListening()
      listeners.clear()
    },
  }
}

type Loaded = { readonly view: CupView; readonly at: string | undefined }

async function loadView(db: Db): Promise<Loaded> {
  const current = await readCurrent(db)
  const settings = await readSettings(db)
  const teams = await listTeams(db, settings.editionNumber)
  const draw = current.tournamentID ? await readDraw(db, current.tournamentID) : undefined
  const isCreating = current.tournamentStatus === 'creating'
  const view: CupView = {
    revision: current.revision,
    settings,
    entries: teams.filter(({ removedAt }) => removedAt === undefined).map(entryOf),
    editions: await listEditions(db),
    pastDraws: await listPastDraws(db, settings.editionNumber),
    drawStatus: draw ? 'active' : isCreating ? 'creating' : 'none',
    ...(draw && { draw }),
  }
  return { view, at: current.at }
}
