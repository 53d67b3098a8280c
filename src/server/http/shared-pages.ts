import type { CupView } from '../../domain/cup.ts'
import { canonicalPage, type PublicPages } from './canonical-page.ts'
import { clearedCookie, entryCookie, sessionCookie } from './cookies.ts'
import { type Exchange, isSecureSite } from './exchange.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import type { WholeResponse } from './read-response.ts'
import type { RenderPage } from './render-page.ts'
import type { EveryonesParts } from './request-parts.ts'
import { createResource, type Resource } from './resource.ts'
import { sendResource, sendWhole } from './send.ts'

const sharedControl = 'public, no-cache'

/** Pages that look the same for everybody: rendered once for each revision of the cup. */
export function createSharedPages({
  publicPages,
  view,
  renderPage,
  everyonesParts,
}: {
  readonly publicPages: PublicPages
  readonly view: { current(): CupView | undefined }
  readonly renderPage: RenderPage
  readonly everyonesParts: (page: PageKey) => EveryonesParts
}) {
  const cache = createPageCache({ view, render })

  // Nothing of the visitor who happens to ask first may get into the page.
  async function render(key: PageKey): Promise<Resource | WholeResponse> {
    const isSecure = isSecureSite(key.site)
    const parts = {
      ...everyonesParts(key),
      token: undefined,
      organiser: undefined,
      entryToken: undefined,
      entryCookie: (token: string) => entryCookie(token, isSecure),
      from: { address: '', device: '' },
      sessionCookie: (token: string, expiresAt: string) => sessionCookie(token, expiresAt, isSecure),
      clearedCookie: () => clearedCookie(isSecure),
    }
    const whole = await renderPage(new Request(key.site + key.url), parts, sharedControl)
    const { status, headers, body, type } = whole
    const isForAll = status === 200 && headers['cache-control'] === sharedControl && !headers['set-cookie']
    if (!isForAll) return whole
    return createResource({ body, type, headers: { ...headers, vary: 'accept-encoding, cookie' } })
  }

  const mayBeShared = ({ isRead, isAnonymous }: Exchange) => isRead && isAnonymous

  return {
    /** The page kept under exactly this address: finding it costs a lookup. */
    find: (exchange: Exchange) => (mayBeShared(exchange) ? cache.find(exchange) : undefined),
    /** The address under which a page for everybody is kept; undefined for anything else. */
    addressOf: (exchange: Exchange) =>
      mayBeShared(exchange) ? canonicalPage(publicPages, exchange.url, view.current()) : undefined,
    async send(exchange: Exchange, address: string): Promise<void> {
      const page = await cache.get({ site: exchange.site, url: address })
      return 'variant' in page ? sendResource(exchange, page) : sendWhole(exchange, page)
    },
  }
}
