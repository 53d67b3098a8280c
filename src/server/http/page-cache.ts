import type { CupView } from '../../domain/cup.ts'
import { isLoopback } from '../../domain/text.ts'
import type { WholeResponse } from './read-response.ts'
import type { Resource } from './resource.ts'

/** The site a page is shown under, and its canonical address. */
export type PageKey = { readonly site: string; readonly url: string }

/** What is kept as of one revision of the cup. */
type Generation = {
  readonly view: CupView
  /** Least recently used first. */
  readonly pages: Map<string, Resource>
  readonly rendering: Map<string, Promise<Resource | WholeResponse>>
  size: number
}

const mostBytes = 24 * 1024 * 1024
const mostPages = 400

/** Public pages as of one revision. A new revision starts empty: no page of an older one is ever served. */
export function createPageCache({
  view,
  nearby,
  render,
}: {
  readonly view: { current(): CupView | undefined }
  /** Where phones find this machine: a page that was opened on it tells them, and a laptop comes into another network. */
  nearby(): string | undefined
  /** A page to keep, or an answer that is not kept. */
  render(key: PageKey): Promise<Resource | WholeResponse>
}) {
  let generation: Generation | undefined

  // Each change makes a new view, so the view itself tells whether what is kept is current.
  function current(): Generation | undefined {
    const now = view.current()
    if (generation?.view !== now)
      generation = now && { view: now, pages: new Map(), rendering: new Map(), size: 0 }
    return generation
  }

  function nameOf({ site, url }: PageKey): string {
    return isLoopback(site) ? `${site} ${url} ${nearby()}` : `${site} ${url}`
  }

  function find(key: PageKey): Resource | undefined {
    const pages = current()?.pages
    const page = pages?.get(nameOf(key))
    if (!pages || !page) return undefined
    pages.delete(nameOf(key))
    pages.set(nameOf(key), page)
    return page
  }

  async function renderInto(now: Generation, key: PageKey): Promise<Resource | WholeResponse> {
    const page = await render(key)
    if ('variant' in page) keep(now, nameOf(key), page)
    return page
  }

  return {
    /** The kept page for exactly this address. */
    find,
    /** The page, rendered once however many ask at the same time. */
    get(key: PageKey): Promise<Resource | WholeResponse> {
      const now = current()
      if (!now) return render(key)
      const kept = find(key)
      if (kept) return Promise.resolve(kept)
      const name = nameOf(key)
      const page = now.rendering.get(name) ?? renderInto(now, key).finally(() => now.rendering.delete(name))
      now.rendering.set(name, page)
      return page
    },
  }
}

function keep(into: Generation, name: string, page: Resource) {
  into.pages.set(name, page)
  into.size += page.size
  for (const [oldest, { size }] of into.pages) {
    const fits = into.size <= mostBytes || into.pages.size === 1
    if (fits && into.pages.size <= mostPages) return
    into.pages.delete(oldest)
    into.size -= size
  }
}
