declare global {
  interface Window {
    scriptTimer?: ReturnType<typeof setTimeout>
  }
}

type Watched = { readonly timeoutMs: number; readonly unattended: string }

/**
 * Watchdog: shows the note with Retry when a script fails or takes too long. Its source is inlined into the page, to run before
 * any script has loaded, so it refers to nothing outside itself.
 */
export function watchScripts({ timeoutMs, unattended }: Watched) {
  const root = document.documentElement
  const fail = () => {
    if ('scriptTrouble' in root.dataset) return
    root.dataset.scriptTrouble = ''
    // The bar's screen is unattended: it retries automatically.
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

/** Called on hydration: all scripts of the page have loaded. */
export function stopWatchingScripts() {
  clearTimeout(window.scriptTimer)
  showScriptTrouble(false)
}

/** Shows the note while a linked page's script could not be loaded. */
export function showScriptTrouble(isShown: boolean) {
  document.documentElement.toggleAttribute('data-script-trouble', isShown)
}
