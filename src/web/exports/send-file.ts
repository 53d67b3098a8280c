import type { RouterContextProvider } from 'react-router'
import { messages } from '../../domain/messages.ts'
import { requestParts } from '../app-context.ts'
import { logFailure } from '../log-failure.ts'
import { isTimeout } from '../page-loader.ts'
import type { Exported } from './draw-data.ts'

/** Any site may read what everybody may see, and nothing in it may run. */
export const openToAll = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Answers with a file made of the public view; kept like a page where it is the same for everybody. */
export async function sendFile(
  context: Readonly<RouterContextProvider>,
  type: string,
  make: (exported: Exported) => string,
): Promise<Response> {
  try {
    const { settings, draw } = await context.get(requestParts).app.publicView()
    const text = make({ settings, ...(draw && { draw }) })
    return new Response(text, { headers: { 'content-type': type, ...openToAll } })
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.loadFailed
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...openToAll }
    return new Response(`${sentence}\n`, { status: 503, headers: plain })
  }
}
