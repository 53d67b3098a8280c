import { randomUUID } from 'node:crypto'
import { isSecureSite } from './exchange.ts'
import { type Pages, readResponse, type WholeResponse } from './pages.ts'
import type { RequestParts } from './request-parts.ts'
import type { Resource } from './resource.ts'

/** Of each kind: visitors who post, and may have to wait, keep nobody from looking and no organiser from a tap. */
const mostPagesAtOnce = 100

export class TooBusy extends Error {}

/** What a page is asked with, but for the nonce, which is new for each rendering. */
export type PartsOfPage = Omit<RequestParts, 'nonce'>

/** Asks the screens for a page, its data or the answer to a post, or rejects with TooBusy. */
export type RenderPage = (
  request: Request,
  parts: PartsOfPage,
  /** Said of a page that says nothing itself. */
  cacheControl: string,
) => Promise<WholeResponse>

export function createRenderPage({
  pages,
  files,
  isDevelopment,
}: {
  readonly pages: Pages
  readonly files: ReadonlyMap<string, Resource>
  readonly isDevelopment: boolean
}): RenderPage {
  const atOnce = { page: 0, post: 0, organiser: 0 }

  return async function renderPage(request, parts, cacheControl) {
    const kind = parts.organiser ? 'organiser' : request.method === 'POST' ? 'post' : 'page'
    if (atOnce[kind] >= mostPagesAtOnce) throw new TooBusy()
    atOnce[kind] += 1
    try {
      const nonce = randomUUID()
      const response = await pages(request, { ...parts, nonce })
      return await readResponse(response, {
        isSecure: isSecureSite(request.url),
        cacheControl,
        hasPolicy: !isDevelopment,
        nonce,
        sheet: (address) => files.get(address)?.ready('identity')?.body.toString(),
      })
    } finally {
      atOnce[kind] -= 1
    }
  }
}
