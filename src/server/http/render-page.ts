import { randomUUID } from 'node:crypto'
import { isSecureSite } from './exchange.ts'
import { readResponse, type WholeResponse } from './read-response.ts'
import type { RequestParts } from './request-parts.ts'

/** Counted for each kind: many visitors' posts hold up neither readers nor organisers. */
const mostPagesAtOnce = 100

/** What everybody opens is kept; the rest may be asked for to keep the cup busy, so it waits its turn. */
const unusualPagesAtOnce = 2
const mostUnusualWaiting = 50

/** Answers a request for a page, for its data, or a post, as React Router does. */
export type Pages = (request: Request, parts: RequestParts) => Promise<Response>

export class TooBusy extends Error {}

/** Asks for a page, its data or the answer to a post; rejects with TooBusy. */
export type RenderPage = (
  request: Request,
  parts: Omit<RequestParts, 'nonce'>,
  how: {
    /** For a page that says nothing itself. */
    readonly cacheControl: string
    /** One of the few pages that everybody opens. */
    readonly isUsual?: boolean
  },
) => Promise<WholeResponse>

export function createRenderPage({
  pages,
  isDevelopment,
}: {
  readonly pages: Pages
  readonly isDevelopment: boolean
}): RenderPage {
  const atOnce = { usual: 0, post: 0, organiser: 0 }
  const unusual = createQueue(unusualPagesAtOnce, mostUnusualWaiting)

  return async function renderPage(request, parts, { cacheControl, isUsual = false }) {
    const kind = parts.organiser ? 'organiser' : request.method === 'POST' ? 'post' : 'usual'
    if (kind === 'usual' && !isUsual) return unusual(render)
    if (atOnce[kind] >= mostPagesAtOnce) throw new TooBusy()
    atOnce[kind] += 1
    try {
      return await render()
    } finally {
      atOnce[kind] -= 1
    }

    async function render(): Promise<WholeResponse> {
      const nonce = randomUUID()
      const response = await pages(request, { ...parts, nonce })
      return readResponse(response, {
        isSecure: isSecureSite(request.url),
        cacheControl,
        hasPolicy: !isDevelopment,
        nonce,
      })
    }
  }
}

/** A few at once, some waiting, and no more. */
function createQueue(mostAtOnce: number, mostWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    if (waiting.length >= mostWaiting) throw new TooBusy()
    if (running < mostAtOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      // Whatever came in meanwhile is looked at first: it may be an organiser's tap.
      if (next) setImmediate(next)
      else running -= 1
    }
  }
}
