import { canNotify, followedTeam } from '../follow/follow.tsx'
import { saveLog } from './replay-log.ts'
import { registerServiceWorker, savedAt } from './service-worker.ts'
import { liveStore } from './use-live-view.ts'

/** Called once by the browser's entry. Connects when the page is painted and idle. */
export function startLive() {
  whenIdle(() => {
    liveStore.start(savedAt())
    closeWhileHidden()
    registerServiceWorker()
  })

  // An open stream would exclude the page from the back/forward cache.
  addEventListener('pagehide', () => {
    saveLog(liveStore.log())
    liveStore.stop()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) liveStore.start()
  })
  addEventListener('online', liveStore.check)
  addEventListener('offline', liveStore.check)
  document.addEventListener('resume', liveStore.check)
}

/** Debounce: a short look at another tab closes nothing. */
const hiddenMs = 5_000

/** Over plain http a browser opens six connections to a host, for all tabs together: hidden tabs release theirs. */
function closeWhileHidden() {
  let timer: ReturnType<typeof setTimeout> | undefined
  function onVisibility() {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(closeUnlessNotifying, hiddenMs)
      return
    }
    liveStore.start()
    liveStore.check()
  }
  document.addEventListener('visibilitychange', onVisibility)
  // A tab opened in the background gets no such event.
  if (document.visibilityState === 'hidden') onVisibility()
}

function closeUnlessNotifying() {
  const hasSomeoneToNotify = followedTeam() !== undefined && canNotify() === 'granted'
  if (!hasSomeoneToNotify) liveStore.stop()
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
