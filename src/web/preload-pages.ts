import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useLiveStatus } from './live/use-live-view.ts'
import { allPages } from './pages.ts'
import { showScriptTrouble } from './watch-scripts.ts'

type Manifest = { readonly routes: Readonly<Record<string, Scripts>> }
type Scripts = {
  readonly module: string
  /** The router's build may put a page's clientLoader into a script of its own. */
  readonly clientLoaderModule?: string
  readonly imports?: readonly string[]
}

/** With the open page's own. */
const fetched = new Set<string>()

/**
 * Fetches the scripts of the pages that the open one links to into the browser's cache, once the page is live. The router fetches a
 * page's script on the way to the page, and reloads the document where that fails: with the server away, the page asked for would be
 * lost. `modulepreload` would compile them all at once, a tenth of a second on a slow phone; the router's `<PrefetchPageLinks>`
 * reloads the document too, so that one missing script would reload every page again and again.
 */
export function usePreloadedPages() {
  const { pathname } = useLocation()
  const isLive = useLiveStatus().state === 'live'

  useEffect(() => {
    if (!isLive) return
    const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
    const linked = new Set([...document.links].map((link) => link.pathname))
    linked.delete(pathname)
    const own = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
    for (const { href } of own) fetched.add(new URL(href).pathname)
    const scripts = allPages.flatMap(({ id, path, isFile }) => {
      const page = routes[id]
      if (!page || isFile || ![...linked].some((address) => matchPath(path, address))) return []
      const { module, clientLoaderModule = module, imports = [] } = page
      return [module, clientLoaderModule, ...imports]
    })
    void preload(scripts)
  }, [pathname, isLive])
}

/** One after the other: thirty requests at once are a long task of their own. */
async function preload(scripts: readonly string[]) {
  for (const href of scripts) {
    if (fetched.has(href)) continue
    fetched.add(href)
    try {
      const answer = await fetch(href, { priority: 'low' })
      if (!answer.ok) throw new Error(`${href}: ${answer.status}`)
      await answer.arrayBuffer()
    } catch {
      fetched.delete(href)
      return showScriptTrouble(true)
    }
  }
  showScriptTrouble(false)
}
