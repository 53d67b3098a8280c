import { applyRevision, type Change, type Revision } from '../../../src/domain/changes.ts'
import type { CupView } from '../../../src/domain/cup.ts'
import { defaultSettings } from '../../../src/domain/settings/settings.ts'
import type { LiveSource } from '../../../src/server/live/hub.ts'
import type { News } from '../../../src/server/view.ts'
import { firstEditions } from '../../support/first-editions.ts'

export const emptyView: CupView = {
  epoch: 1,
  revision: 0,
  settings: defaultSettings,
  entries: [],
  editions: firstEditions,
  pastDraws: [],
  drawStatus: 'none',
}

export type JournalView = LiveSource & {
  write(...changes: Change[]): Revision
  /** Restores an earlier state, as a restore does while the server runs. */
  restore(view: CupView): void
  /** Writes as another node would: the next catch-up finds it. */
  writeElsewhere(...changes: Change[]): void
}

/** A public view kept from an in-memory journal: a source for the hub without a database. */
export function journalView(start: CupView = emptyView): JournalView {
  const listeners = new Set<(news: News) => void>()
  const elsewhere: Revision[] = []
  let view = start

  function apply(revision: Revision) {
    view = applyRevision(view, revision)
    for (const listener of listeners) listener({ kind: 'revision', revision })
    return revision
  }

  function row(after: number, changes: Change[]): Revision {
    return { revision: after + 1, at: '2025-04-04T19:00:00.000Z', changes }
  }

  return {
    ready: async () => view,
    current: () => view,
    async catchUp() {
      for (const revision of elsewhere.splice(0)) apply(revision)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write: (...changes) => apply(row(view.revision, changes)),
    writeElsewhere(...changes) {
      elsewhere.push(row(view.revision + elsewhere.length, changes))
    },
    restore(earlier) {
      view = earlier
      for (const listener of listeners) listener({ kind: 'view', view })
    },
  }
}
