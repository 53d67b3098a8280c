declare global {
  interface Window {
    scriptTimer?: ReturnType<typeof setTimeout>
  }
}

type Watched = { readonly timeoutMs: number; readonly unattended: string }

/**
 * Uncovers the note with Retry when a script of the page fails or takes too long. It stands in the page as text and runs before
 * any script has come, so it uses nothing from outside itself.
 */
export function watchScripts({ timeoutMs, unattended }: Watched) {
  const root = document.documentElement
  const fail = () => {
    if ('scriptTrouble' in root.dataset) return
    root.dataset.scriptTrouble = ''
    // Nobody stands beside the bar's screen to press Retry.
    if (location.pathname !== unattended) return
    setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
      if (answer?.ok) location.reload()
    }, 15_000)
  }
  window.scriptTimer = setTimeout(fail, timeoutMs)
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element && target.matches('script, link[rel="modulepreload"]')) fail()
    },
    true,
  )
}

/** The page is alive: whatever was late or asked for twice has come. */
export function stopWatchingScripts() {
  clearTimeout(window.scriptTimer)
  delete document.documentElement.dataset.scriptTrouble
}
