import type { CupView } from '../../domain/cup.ts'
import type { Resource } from './respond.ts'

/** Origin and canonical address. */
export type PageKey = { readonly site: string; readonly url: string }

/** The pages of one revision of the cup. */
type Generation = {
  readonly view: CupView
  readonly nearby: string | undefined
  /** Least recently used first. */
  readonly pages: Map<string, Resource>
  readonly rendering: Map<string, Promise<Resource>>
  size: number
}

const mostBytes = 24 * 1024 * 1024
const mostPages = 400

/** LRU cache of public pages. A new revision starts empty: no page of an older one is ever served. */
export function createPageCache({
  view,
  nearby,
}: {
  readonly view: { current(): CupView | undefined }
  /** The address for phones that pages show: it changes with the network. */
  readonly nearby: () => string | undefined
}) {
  let generation: Generation | undefined

  // Each change makes a new view, so the view's identity is the revision.
  function current(): Generation | undefined {
    const now = view.current()
    if (generation?.view !== now || generation?.nearby !== nearby())
      generation = now && { view: now, nearby: nearby(), pages: new Map(), rendering: new Map(), size: 0 }
    return generation
  }

  function find({ site, url }: PageKey): Resource | undefined {
    const pages = current()?.pages
    const name = site + url
    const page = pages?.get(name)
    if (!pages || !page) return undefined
    pages.delete(name)
    pages.set(name, page)
    return page
  }

  return {
    find,
    /** Single flight: concurrent requests share one rendering. */
    async get(key: PageKey, render: () => Promise<Resource>): Promise<Resource> {
      const now = current()
      if (!now) return render()
      const cached = find(key)
      if (cached) return cached
      const name = key.site + key.url
      const rendering = now.rendering.get(name) ?? renderInto(now, name, render)
      now.rendering.set(name, rendering)
      return rendering
    },
  }
}

async function renderInto(
  generation: Generation,
  name: string,
  render: () => Promise<Resource>,
): Promise<Resource> {
  try {
    const page = await render()
    if (page.isShared) keep(generation, name, page)
    return page
  } finally {
    generation.rendering.delete(name)
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
