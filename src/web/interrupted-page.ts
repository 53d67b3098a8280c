import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

// The router reloads the page it is on when a script of the next one fails: a reload in the middle of a navigation is how we know.
// The failure can come before anything of the navigation has been rendered, so this listens to the router itself.

const key = 'interrupted-page'

/** Keeps where the router is going, until it is there. */
export function useRememberedNavigations() {
  const router = use(DataRouterContext)?.router
  useEffect(
    () =>
      router?.subscribe(({ navigation: { state, location } }) =>
        remember(state === 'loading' ? `${location.pathname}${location.search}` : undefined),
      ),
    [router],
  )
}

/** Where a navigation was going when this page had to be loaded anew instead. Tells it once. */
export function takeInterruptedPage(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const page = remembered()
  remember(undefined)
  return entry?.type === 'reload' ? page : undefined
}

function remembered(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function remember(page: string | undefined) {
  try {
    if (page) sessionStorage.setItem(key, page)
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage only this one hint is lost.
  }
}
