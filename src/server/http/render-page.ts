import { randomUUID } from 'node:crypto'
import { isSecureSite } from './exchange.ts'
import { readResponse, type WholeResponse } from './read-response.ts'
import type { RequestParts } from './request-parts.ts'

/** Counted for each kind: many visitors' posts hold up neither readers nor organisers. */
const mostPagesAtOnce = 100

/** Answers a request for a page, for its data, or a post, as React Router does. */
export type Pages = (request: Request, parts: RequestParts) => Promise<Response>

export class TooBusy extends Error {}

/** Asks for a page, its data or the answer to a post; rejects with TooBusy. */
export type RenderPage = (
  request: Request,
  parts: Omit<RequestParts, 'nonce'>,
  /** For a page that says nothing itself. */
  cacheControl: string,
) => Promise<WholeResponse>

export function createRenderPage({
  pages,
  isDevelopment,
}: {
  readonly pages: Pages
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
      })
    } finally {
      atOnce[kind] -= 1
    }
  }
}
