import { canNotify, followedTeam } from '../follow/follow.tsx'
import { appVersion, reloadIfUpgraded } from './app-version.ts'
import { liveStore } from './page-store.ts'

/** Called once by the browser's entry. Connects when the page has been painted and has nothing better to do. */
export function startLive() {
  const letGoIfHidden = watchHidden()
  whenIdle(() => {
    liveStore.start(savedAt())
    letGoIfHidden()
  })

  // An open stream would keep the page out of the back/forward cache.
  addEventListener('pagehide', liveStore.stop)
  addEventListener('pageshow', (event) => {
    if (event.persisted) liveStore.start()
  })
  addEventListener('online', liveStore.check)
  addEventListener('offline', liveStore.check)
  document.addEventListener('resume', liveStore.check)
}

/** Long enough for a look at another tab. */
const hiddenMs = 5_000

/** A browser allows six connections to a host over plain http: tabs that nobody looks at must not hold them all. */
function watchHidden() {
  let timer: ReturnType<typeof setTimeout> | undefined
  function letGoIfHidden() {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(letGo, hiddenMs)
  }
  document.addEventListener('visibilitychange', () => {
    letGoIfHidden()
    if (document.visibilityState === 'hidden') return
    liveStore.start()
    liveStore.check()
  })
  // A tab that was opened in the background is told of no change.
  return letGoIfHidden
}

function letGo() {
  const hasSomeoneToNotify = followedTeam() !== undefined && canNotify() === 'granted'
  if (!hasSomeoneToNotify) liveStore.stop()
}

/** On a first visit a slow phone has enough to do until here. */
const workerDelayMs = 2_000

/** Keeps the app and the pages seen on the device, so that it opens without a network. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A page shown from a copy may belong to an app that was upgraded since.
  if (savedAt()) whenLive(reloadIfUpgraded)
  whenIdle(() => setTimeout(register, workerDelayMs))
}

async function register() {
  try {
    const address = `/sw.js?version=${appVersion()}`
    const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
    const worker = registration.installing ?? registration.waiting ?? registration.active
    // What was loaded before this version's worker stood guard would otherwise be missing from its first copy.
    worker?.postMessage({ kind: 'keep', urls: loadedUrls() })
  } catch {
    // Without it the app works as long as there is a network.
  }
}

/** Once the page is level with the server. */
function whenLive(run: () => void) {
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

/** When the copy was taken that the service worker opened this page from; undefined when the server answered. */
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
