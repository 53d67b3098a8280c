import { liveStore } from './use-live-view.ts'

/** A first visit keeps a slow phone busy for about this long. */
const delayMs = 2_000

/** Service worker: caches the app and the visited pages, so that they open without a network. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A page from the cache may belong to an app that was upgraded since.
  if (savedAt()) whenLive(reloadIfUpgraded)
  setTimeout(register, delayMs)
}

async function register() {
  try {
    const address = `/sw.js?version=${appVersion()}`
    const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
    const worker = registration.installing ?? registration.waiting ?? registration.active
    // Requests from before its installation did not pass through the worker: it caches them now.
    worker?.postMessage({ kind: 'keep', urls: loadedUrls() })
  } catch {
    // Without a worker the app works as long as there is a network.
  }
}

/** When the service worker saved the copy this page was opened from; undefined for a page from the server. */
export function savedAt(): Date | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const saved = navigation?.serverTiming?.find(({ name }) => name === 'saved')
  const instant = saved && new Date(saved.description)
  return instant && !Number.isNaN(instant.getTime()) ? instant : undefined
}

/** Reloads this page if the server has another build; not if that is uncertain. */
export async function reloadIfUpgraded() {
  const version = appVersion()
  if (version === '') return
  try {
    const answer = await fetch(location.href, { cache: 'no-store' })
    if (answer.ok && !(await answer.text()).includes(version)) location.reload()
  } catch {
    // The next page load fetches the new build anyway.
  }
}

/** The build this page belongs to, as the router's manifest names it. */
function appVersion(): string {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: { version?: string } }
  return __reactRouterManifest?.version ?? ''
}

function whenLive(run: () => void) {
  const stop = liveStore.subscribe(() => {
    if (liveStore.status().state !== 'live') return
    stop()
    run()
  })
}

function loadedUrls(): string[] {
  const resources = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.href, ...resources.filter((url) => url.startsWith(`${location.origin}/`))]
}
