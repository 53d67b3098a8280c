import { appVersion } from './app-version.ts'
import { keepLiveState, recallLiveState } from './kept-state.ts'
import { liveStore } from './page-store.ts'

/** Called once by the browser's entry. Connects when the page has been painted and has nothing better to do. */
export function startLive() {
  const copyFrom = savedAt()
  whenIdle(() => {
    if (copyFrom) recallLiveState(liveStore)
    liveStore.start(copyFrom)
  })
  keepLiveState(liveStore)

  // An open stream or a held lock would keep the page out of the back/forward cache.
  addEventListener('pagehide', liveStore.stop)
  addEventListener('pageshow', (event) => {
    if (event.persisted) liveStore.start()
  })
  addEventListener('online', liveStore.check)
  addEventListener('offline', liveStore.check)
  document.addEventListener('resume', liveStore.check)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') liveStore.check()
  })
}

/** On a first visit a slow phone has enough to do until here. */
const workerDelayMs = 2_000

/** Keeps the app and the pages seen on the device, so that it opens without a network. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  if (savedAt()) reloadIfUpgraded()
  whenIdle(() => setTimeout(register, workerDelayMs))

  async function register() {
    try {
      const address = `/sw.js?version=${appVersion()}`
      const { installing, waiting, active } = await serviceWorker.register(address, {
        updateViaCache: 'none',
      })
      // What was loaded before this version's worker stood guard would otherwise be missing from its first copy.
      const worker = installing ?? waiting ?? active
      worker?.postMessage({ kind: 'keep', urls: loadedUrls() })
      whenLive(() => {
        // What is kept of the stream begins here; the copies of other pages must not be older.
        const revision = liveStore.save()?.base.revision
        whenIdle(() => worker?.postMessage({ kind: 'bring-level', revision }))
      })
    } catch {
      // Without it the app works as long as there is a network.
    }
  }
}

/** A page opened from a kept copy asks, as soon as it can, whether the app was upgraded since the copy was taken. */
function reloadIfUpgraded() {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.kind === 'upgraded') location.reload()
  })
  const ask = () => serviceWorker.controller?.postMessage({ kind: 'opened-from-copy', url: location.href })
  whenIdle(ask)
  whenLive(ask)
}

/** Once the page is level with the server. */
function whenLive(run: () => void) {
  if (liveStore.status().state === 'live') return run()
  const stop = liveStore.subscribe(() => {
    if (liveStore.status().state !== 'live') return
    stop()
    run()
  })
}

function whenIdle(run: () => void) {
  // Safari has no idle callback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2_000 }) : setTimeout(run, 200)
  if (document.readyState === 'complete') return idle()
  // On a bad network the page may never be complete.
  const patience = setTimeout(begin, 5_000)
  addEventListener('load', begin)
  function begin() {
    clearTimeout(patience)
    removeEventListener('load', begin)
    idle()
  }
}

/** When the service worker kept the copy this page was opened from; undefined when the server answered. */
function savedAt(): Date | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const saved = navigation?.serverTiming?.find(({ name }) => name === 'saved')
  const instant = saved && new Date(saved.description)
  return instant && !Number.isNaN(instant.getTime()) ? instant : undefined
}

function loadedUrls(): string[] {
  const resources = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.href, ...resources.filter((url) => url.startsWith(`${location.origin}/`))]
}
