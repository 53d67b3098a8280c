import { randomUUID } from 'node:crypto'
import { isSecureSite } from './exchange.ts'
import { readResponse, type WholeResponse } from './read-response.ts'
import type { RequestParts } from './request-parts.ts'

/** Counted for each kind: many visitors' posts hold up neither readers nor organisers. */
const mostPagesAtOnce = 100

/** What everybody opens is kept; the rest may be asked for to keep the cup busy, so it waits its turn. */
const mostUnusualWaiting = 50
/** So do registrations, of which a flood would take all the time there is. One that waits for the storage lets others pass. */
const longestRegistrationMs = 500
/** After each, as long again belongs to everybody else, above all to an organiser's tap; but no longer than this. */
const longestPauseMs = 100

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
  const unusual = createQueue(mostUnusualWaiting)
  const registrations = createQueue(mostPagesAtOnce, longestRegistrationMs)

  return async function renderPage(request, parts, { cacheControl, isUsual = false }) {
    const kind = parts.organiser ? 'organiser' : request.method === 'POST' ? 'post' : 'usual'
    if (kind === 'usual' && !isUsual) return unusual(render)
    if (kind === 'post' && /\/register(\.data)?$/.test(new URL(request.url).pathname))
      return registrations(render)
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

/** One after the other, some waiting, and no more. One that takes too long is no longer waited for. */
function createQueue(mostWaiting: number, longestTurnMs?: number) {
  let isRunning = false
  const waiting: (() => void)[] = []

  function goOn() {
    const next = waiting.shift()
    if (next) next()
    else isRunning = false
  }

  return async function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    if (waiting.length >= mostWaiting) throw new TooBusy()
    if (isRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    isRunning = true
    const begin = performance.now()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      setTimeout(goOn, Math.min(performance.now() - begin, longestPauseMs))
    }
    const patience = longestTurnMs === undefined ? undefined : setTimeout(end, longestTurnMs)
    try {
      return await run()
    } finally {
      clearTimeout(patience)
      end()
    }
  }
}
