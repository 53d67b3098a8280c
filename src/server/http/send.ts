import type { IncomingMessage } from 'node:http'
import type { Exchange } from './exchange.ts'
import { type Problem, sendPlainPage } from './plain-page.ts'
import type { WholeResponse } from './read-response.ts'
import {
  canCompress,
  chooseEncoding,
  compress,
  type Encoding,
  type Resource,
  sendVariant,
} from './resource.ts'
import { documentHeaders } from './security-headers.ts'

/** Sends what was made for this request alone. */
export async function sendWhole({ request, response }: Exchange, whole: WholeResponse): Promise<void> {
  const { status, type, headers, body } = whole
  const isCompressible = canCompress(body, type)
  const encoding = isCompressible ? encodingOf(request) : 'identity'
  const bytes = await compress(body, encoding)
  response.writeHead(status, {
    ...headers,
    ...(status !== 204 && status !== 304 && { 'content-length': bytes.length }),
    ...(type && { 'content-type': type }),
    ...(isCompressible && { vary: 'accept-encoding, cookie' }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  response.end(bytes)
}

/** `cacheControl`: for a visitor who is to keep it in another way than everybody. */
export async function sendResource(
  { request, response }: Exchange,
  resource: Resource,
  cacheControl?: string,
): Promise<void> {
  const { headers, ...variant } = await resource.variant(encodingOf(request))
  const kept = cacheControl === undefined ? headers : { ...headers, 'cache-control': cacheControl }
  sendVariant(request, response, { ...variant, headers: kept })
}

export function sendRedirect({ response, isSecure }: Exchange, to: string): void {
  response.writeHead(308, { location: to, 'content-length': 0, ...documentHeaders(isSecure) }).end()
}

export function sendProblem(
  { request, response, isSecure }: Pick<Exchange, 'request' | 'response' | 'isSecure'>,
  problem: Problem,
): void {
  // The rest of a body is read and dropped: closing the connection at once would lose the answer.
  request.resume()
  sendPlainPage(response, problem, isSecure)
}

function encodingOf({ headers }: IncomingMessage): Encoding {
  return chooseEncoding(headers['accept-encoding'] as string | undefined)
}
