import type { CupView } from '../../domain/cup.ts'
import { canonicalPage, type PublicPages } from './canonical-page.ts'
import { clearedCookie, entryCookie, sessionCookie } from './cookies.ts'
import { type Exchange, isSecureSite, pathOf } from './exchange.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import { pageSpelling } from './page-spelling.ts'
import type { WholeResponse } from './read-response.ts'
import type { RenderPage } from './render-page.ts'
import type { EveryonesParts } from './request-parts.ts'
import { createResource, type Resource } from './resource.ts'
import { sendResource, sendWhole } from './send.ts'

const sharedControl = 'public, no-cache'

/** Every address without a page is answered with this one. */
const notFound = '/not-found'

export type SharedPages = ReturnType<typeof createSharedPages>

/** Pages that look the same for everybody: rendered once for each revision of the cup. */
export function createSharedPages({
  publicPages,
  pagePaths,
  organisersSites,
  nearby,
  view,
  renderPage,
  everyonesParts,
}: {
  readonly publicPages: PublicPages
  /** Where there is a page at all, for whomever. */
  readonly pagePaths: readonly string[]
  /** Where organisers were seen: what is asked under another name may be made up. */
  readonly organisersSites: { has(site: string): boolean }
  /** Where phones in the same network find this machine. */
  readonly nearby: () => string | undefined
  readonly view: { current(): CupView | undefined }
  readonly renderPage: RenderPage
  readonly everyonesParts: (page: PageKey) => EveryonesParts
}) {
  const cache = createPageCache({ view, nearby, render })

  // Nothing of the visitor who happens to ask first may get into the page.
  async function render(key: PageKey): Promise<Resource | WholeResponse> {
    const isSecure = isSecureSite(key.site)
    const everyones = everyonesParts(key)
    const parts = {
      ...everyones,
      organiser: undefined,
      registered: undefined,
      entryCookie: (token: string) => entryCookie(token, isSecure),
      from: { address: '', device: '' },
      sessionCookie: (token: string, expiresAt: string) =>
        sessionCookie(token, { now: everyones.now, until: new Date(expiresAt) }, isSecure),
      clearedCookie: () => clearedCookie(isSecure),
    }
    const isKnown = organisersSites.has(key.site) || key.site === nearby()
    const whole = await renderPage(new Request(key.site + key.url), parts, {
      cacheControl: sharedControl,
      isUsual: isKnown && !/[?&](?!_routes=)/.test(key.url),
    })
    const { status, headers, body, type } = whole
    const isWhole = status === 200 || pathOf(key.url).startsWith(notFound)
    const isForAll = isWhole && headers['cache-control'] === sharedControl && !headers['set-cookie']
    if (!isForAll) return whole
    return createResource({ status, body, type, headers: { ...headers, vary: 'accept-encoding, cookie' } })
  }

  return {
    /** The page kept under exactly this address: finding it costs a lookup. */
    find: (exchange: Exchange) =>
      exchange.isRead && exchange.isAnonymous ? cache.find(exchange) : undefined,
    /** The address under which a page for everybody is kept; undefined for any other page. */
    addressOf({ url, path }: Exchange): string | undefined {
      const address = canonicalPage(publicPages, url, view.current())
      if (address || pageSpelling(pagePaths, path)) return address
      return path.endsWith('.data') ? `${notFound}.data` : notFound
    },
    async send(exchange: Exchange, address: string, cacheControl?: string): Promise<void> {
      const page = await cache.get({ site: exchange.site, url: address })
      return 'variant' in page ? sendResource(exchange, page, cacheControl) : sendWhole(exchange, page)
    },
  }
}
