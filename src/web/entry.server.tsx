import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { loadTimeoutMs } from '../domain/settings/limits.ts'
import { requestParts } from './app-context.ts'
import { NonceContext } from './nonce.ts'
import { logFailure } from './page-loader.ts'

/** Timeout of a loader: the spec's load timeout. */
export const streamTimeout = loadTimeoutMs

/** Renders without streaming: pages are cached and compressed whole. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(requestParts).nonce
  return new Promise((resolve, reject) => {
    let failure: unknown
    const giveUp = setTimeout(() => abort(), loadTimeoutMs)
    const settle = (run: () => void) => {
      clearTimeout(giveUp)
      run()
    }
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // No outlining: React would move long parts to the end, hidden until a script has put them back.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const chunks: Buffer[] = []
          const page = new Writable({
            write(chunk, _encoding, next) {
              chunks.push(Buffer.from(chunk))
              next()
            },
          })
          page.on('finish', () =>
            settle(() => {
              headers.set('content-type', 'text/html; charset=utf-8')
              const statusNow = failure === undefined ? status : 500
              resolve(new Response(Buffer.concat(chunks), { headers, status: statusNow }))
            }),
          )
          pipe(page)
        },
        onShellError: (error) => settle(() => reject(error)),
        onError(error) {
          failure = error
          logOnce(error)
        },
      },
    )
  })
}

/** 4xx responses (an unknown address, a post to a page without an action) are not failures of ours. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  logOnce(error)
}

const logged = new WeakSet<object>()

/** The renderer and the router both report a page that throws. */
function logOnce(error: unknown) {
  if (error instanceof Error) {
    if (logged.has(error)) return
    logged.add(error)
  }
  logFailure(error)
}
