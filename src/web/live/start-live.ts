import { liveStore } from './page-store.ts'

/** Called once by the browser's entry. Connects when the page has been painted and has nothing better to do. */
export function startLive() {
  const openedAt = savedAt() ?? new Date(performance.timeOrigin)
  whenIdle(() => liveStore.start(openedAt))

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

/** Keeps the app and the pages seen on the device, so that it opens without a network. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // The worker found that the server has been upgraded since the copy this page was opened from was kept.
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.kind === 'outdated') location.reload()
  })
  whenIdle(async () => {
    try {
      await serviceWorker.register(`/sw.js?version=${appVersion()}`, { updateViaCache: 'none' })
      const { active } = await serviceWorker.ready
      // What was loaded before the worker stood guard would otherwise be missing from its first copy.
      active?.postMessage({ kind: 'keep', urls: loadedUrls() })
    } catch {
      // Without it the app works as long as there is a network.
    }
  })
  if (savedAt()) askAgainOnceLive()
}

/** A page opened from a kept copy has itself fetched anew when the network is back, in case the app was upgraded meanwhile. */
function askAgainOnceLive() {
  const stop = liveStore.subscribe(() => {
    if (liveStore.status().state !== 'live') return
    stop()
    navigator.serviceWorker.controller?.postMessage({ kind: 'keep', urls: [location.href] })
  })
}

function whenIdle(run: () => void) {
  // Safari has no idle callback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2_000 }) : setTimeout(run, 200)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/** When the service worker kept the copy this page was opened from; undefined when the server answered. */
function savedAt(): Date | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const saved = navigation?.serverTiming?.find(({ name }) => name === 'saved')
  const instant = saved && new Date(saved.description)
  return instant && !Number.isNaN(instant.getTime()) ? instant : undefined
}

function appVersion(): string {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: { version?: string } }
  return __reactRouterManifest?.version ?? ''
}

function loadedUrls(): string[] {
  const resources = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.href, ...resources.filter((url) => url.startsWith(`${location.origin}/`))]
}
