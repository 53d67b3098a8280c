import type { CupView } from '../../domain/cup.ts'
import type { Resource } from './resource.ts'

/** Where a page is asked: the site it is shown under, and its canonical address. */
export type PageKey = { readonly site: string; readonly url: string }

export type PageCache<Other> = {
  /** The kept page for exactly this address; nothing is parsed or made. */
  find(site: string, url: string): Resource | undefined
  /** The page, rendered once however many ask; or what was answered instead, which is not kept. */
  get(key: PageKey): Promise<Resource | Other>
}

type Generation<Other> = {
  readonly view: CupView
  readonly pages: Map<string, Map<string, Resource>>
  readonly flights: Map<string, Promise<Resource | Other>>
  readonly kept: { readonly key: PageKey; readonly size: number }[]
  size: number
}

const mostBytes = 24 * 1024 * 1024
const mostPages = 400

/** Public pages as of one revision. A new revision starts with nothing: no page of an older one is ever served. */
export function createPageCache<Other extends object>({
  view,
  render,
}: {
  readonly view: { current(): CupView | undefined }
  render(key: PageKey): Promise<{ readonly page: Resource } | { readonly other: Other }>
}): PageCache<Other> {
  let generation: Generation<Other> | undefined

  // Each change makes a new view, so the view itself tells whether what is kept is current.
  function current(): Generation<Other> | undefined {
    const now = view.current()
    if (generation?.view === now) return generation
    generation = now && { view: now, pages: new Map(), flights: new Map(), kept: [], size: 0 }
    return generation
  }

  function keep(into: Generation<Other>, key: PageKey, page: Resource) {
    const pages = into.pages.get(key.site) ?? new Map<string, Resource>()
    into.pages.set(key.site, pages.set(key.url, page))
    into.kept.push({ key, size: page.size })
    into.size += page.size
    while (into.kept.length > mostPages || (into.size > mostBytes && into.kept.length > 1)) {
      const oldest = into.kept.shift()
      if (!oldest) return
      into.size -= oldest.size
      const ofSite = into.pages.get(oldest.key.site)
      ofSite?.delete(oldest.key.url)
      if (ofSite?.size === 0) into.pages.delete(oldest.key.site)
    }
  }

  async function fly(into: Generation<Other> | undefined, key: PageKey): Promise<Resource | Other> {
    const rendered = await render(key)
    if ('other' in rendered) return rendered.other
    if (into) keep(into, key, rendered.page)
    return rendered.page
  }

  return {
    find: (site, url) => current()?.pages.get(site)?.get(url),
    async get(key) {
      const now = current()
      const kept = now?.pages.get(key.site)?.get(key.url)
      if (kept) return kept
      if (!now) return fly(undefined, key)
      const name = `${key.site} ${key.url}`
      const under = now.flights.get(name)
      if (under) return under
      const flight = fly(now, key).finally(() => now.flights.delete(name))
      now.flights.set(name, flight)
      return flight
    },
  }
}
