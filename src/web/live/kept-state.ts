import { appVersion } from './app-version.ts'
import type { LiveStore } from './live-store.ts'

/*
 * The service worker keeps pages as they were opened. What the stream has told since is kept beside them, so that a page
 * opened without a network shows the last state it was seen in.
 */
const key = 'cup-live'
/** Not written more often than this, however fast the winners are tapped. */
const restMs = 3_000

export function keepLiveState(store: LiveStore) {
  let pause: ReturnType<typeof setTimeout> | undefined
  let isNew = false

  function save() {
    const state = store.save()
    isNew = false
    if (!state) return
    try {
      localStorage.setItem(key, JSON.stringify({ version: appVersion(), state }))
    } catch {
      // A full or forbidden storage costs the copy, not the page.
    }
  }

  function rest() {
    pause = undefined
    if (isNew) saveAndRest()
  }

  function saveAndRest() {
    save()
    pause = setTimeout(rest, restMs)
  }

  store.subscribe(() => {
    if (store.status().state !== 'live') return
    isNew = true
    if (!pause) saveAndRest()
  })
  addEventListener('pagehide', () => {
    if (isNew) save()
  })
}

export function recallLiveState(store: LiveStore) {
  try {
    const { version, state } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (version === appVersion()) store.recall({ ...state, asOf: new Date(state.asOf) })
  } catch {
    // Then the page is as old as its copy.
  }
}
