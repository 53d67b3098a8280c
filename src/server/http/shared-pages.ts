import type { CupView } from '../../domain/cup.ts'
import { canonicalPage, type PublicPages } from './canonical-page.ts'
import { clearedCookie, sessionCookie } from './cookies.ts'
import { type Exchange, isSecureSite } from './exchange.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import type { WholeResponse } from './pages.ts'
import type { RenderPage } from './render-page.ts'
import { describeDevice, type EveryonesParts } from './request-parts.ts'
import { createResource, type Resource } from './resource.ts'
import { sendIfReady, sendResource, sendWhole } from './send.ts'

const sharedControl = 'public, no-cache'

export type SharedPages = {
  /** Sends the page at once if it is kept under exactly this address; false if not. */
  sendKept(exchange: Exchange): boolean
  /** The address under which a page for everybody is kept; undefined for anything else. */
  addressOf(exchange: Exchange): string | undefined
  send(exchange: Exchange, address: string): Promise<void>
}

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
}): SharedPages {
  const cache = createPageCache<WholeResponse>({ view, render })

  // Rendered for everybody: nothing of the visitor who happened to ask first may find its way into it.
  async function render(key: PageKey): Promise<{ page: Resource } | { other: WholeResponse }> {
    const isSecure = isSecureSite(key.site)
    const parts = {
      ...everyonesParts(key),
      token: undefined,
      organiser: undefined,
      from: { address: '', device: describeDevice(undefined) },
      sessionCookie: (token: string, expiresAt: string) => sessionCookie(token, expiresAt, isSecure),
      clearedCookie: () => clearedCookie(isSecure),
    }
    const whole = await renderPage(new Request(key.site + key.url), parts, sharedControl)
    const { status, headers, body, type } = whole
    const isForAll = status === 200 && headers.includes(sharedControl) && !headers.includes('set-cookie')
    if (!isForAll) return { other: whole }
    return { page: createResource({ body, type, headers: [...headers, 'vary', 'accept-encoding, cookie'] }) }
  }

  return {
    sendKept(exchange) {
      const { isRead, isAnonymous, site, url } = exchange
      const page = isRead && isAnonymous ? cache.find(site, url) : undefined
      return page !== undefined && sendIfReady(exchange, page)
    },
    addressOf: ({ isRead, isAnonymous, url }) =>
      isRead && isAnonymous ? canonicalPage(publicPages, url, view.current()) : undefined,
    async send(exchange, address) {
      const page = await cache.get({ site: exchange.site, url: address })
      return 'prepare' in page ? sendResource(exchange, page) : sendWhole(exchange, page)
    },
  }
}
