import type { ClientInstrumentation } from 'react-router'

const key = 'cut-navigation'

/** The router loads this page anew when a script of the next one fails. Where it was going is kept, to be offered again. */
export const keepDestination: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      async navigate(run, { to }) {
        if (typeof to === 'string') keep(to)
        await run()
        keep('')
      },
    }),
}

/** Where a navigation was going when this page was loaded anew instead. Says it once. */
export function takeCutNavigation(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const destination = kept()
  keep('')
  return (entry?.type === 'reload' && destination) || undefined
}

function kept(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(destination: string) {
  try {
    sessionStorage.setItem(key, destination)
  } catch {
    // Without storage only this one hint is lost.
  }
}
