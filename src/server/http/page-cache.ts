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
  readonly pages: Map<string, Map<string, Kept>>
  readonly flights: Map<string, Promise<Resource | Other>>
  /** In the order in which they may have to go. */
  readonly queue: Kept[]
  size: number
}

type Kept = { readonly key: PageKey; readonly page: Resource; isWanted: boolean }

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
    generation = now && { view: now, pages: new Map(), flights: new Map(), queue: [], size: 0 }
    return generation
  }

  function keep(into: Generation<Other>, key: PageKey, page: Resource) {
    const kept: Kept = { key, page, isWanted: false }
    const pages = into.pages.get(key.site) ?? new Map<string, Kept>()
    into.pages.set(key.site, pages.set(key.url, kept))
    into.queue.push(kept)
    into.size += page.size
    while (into.queue.length > mostPages || (into.size > mostBytes && into.queue.length > 1)) {
      const oldest = into.queue.shift()
      if (!oldest) return
      // What was asked for again since its last turn gets another one: pages that are made up once go first.
      if (oldest.isWanted) {
        oldest.isWanted = false
        into.queue.push(oldest)
        continue
      }
      into.size -= oldest.page.size
      const ofSite = into.pages.get(oldest.key.site)
      ofSite?.delete(oldest.key.url)
      if (ofSite?.size === 0) into.pages.delete(oldest.key.site)
    }
  }

  function find(now: Generation<Other> | undefined, site: string, url: string): Resource | undefined {
    const kept = now?.pages.get(site)?.get(url)
    if (!kept) return undefined
    kept.isWanted = true
    return kept.page
  }

  async function fly(into: Generation<Other> | undefined, key: PageKey): Promise<Resource | Other> {
    const rendered = await render(key)
    if ('other' in rendered) return rendered.other
    if (into) keep(into, key, rendered.page)
    return rendered.page
  }

  return {
    find: (site, url) => find(current(), site, url),
    async get(key) {
      const now = current()
      const kept = find(now, key.site, key.url)
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
