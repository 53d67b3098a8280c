import { useEffect } from 'react'
import { preloadModule } from 'react-dom'
import { matchPath, useLocation } from 'react-router'
import { useLiveStatus } from './live/use-live-view.ts'
import { allPages } from './pages.ts'

type Manifest = { readonly routes: Readonly<Record<string, Scripts>> }
type Scripts = {
  readonly module: string
  /** The router's build may put a page's clientLoader into a script of its own. */
  readonly clientLoaderModule?: string
  readonly imports?: readonly string[]
}

/**
 * Modulepreload of the pages that the open one links to, once that is live. The router fetches a page's script on the way to the
 * page, and reloads the document where that fails: with the server away, the page asked for would be lost. Its own
 * `<PrefetchPageLinks>` reloads the document too, so that one missing script would reload every page again and again.
 */
export function usePreloadedPages() {
  const { pathname } = useLocation()
  const isLive = useLiveStatus().state === 'live'

  useEffect(() => {
    if (!isLive) return
    const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
    const linked = [...document.links].map((link) => link.pathname).filter((path) => path !== pathname)
    for (const { id, path, isFile } of allPages) {
      const scripts = routes[id]
      if (!scripts || isFile || !linked.some((address) => matchPath(path, address))) continue
      const { module, clientLoaderModule = module, imports = [] } = scripts
      for (const href of [module, clientLoaderModule, ...imports]) preloadModule(href, { as: 'script' })
    }
  }, [pathname, isLive])
}
