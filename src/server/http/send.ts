import type { IncomingMessage } from 'node:http'
import type { Exchange } from './exchange.ts'
import type { WholeResponse } from './pages.ts'
import { type Problem, sendPlainPage } from './plain-page.ts'
import { chooseEncoding, compress, type Encoding, isText, type Resource, sendVariant } from './resource.ts'
import { documentHeaders, securityHeaders } from './security-headers.ts'

/** Sends what was made for this request alone. */
export async function sendWhole({ request, response }: Exchange, whole: WholeResponse): Promise<void> {
  const { status, type, headers, body } = whole
  const canCompress = body.length >= 1024 && isText(type)
  const encoding = canCompress ? encodingOf(request) : 'identity'
  const bytes = await compress(body, encoding)
  const described = status === 204 || status === 304 ? [] : ['content-length', String(bytes.length)]
  if (type) described.push('content-type', type)
  if (canCompress) described.push('vary', 'accept-encoding, cookie')
  if (encoding !== 'identity') described.push('content-encoding', encoding)
  response.writeHead(status, [...described, ...headers])
  response.end(bytes)
}

export async function sendResource({ request, response }: Exchange, resource: Resource): Promise<void> {
  sendVariant(request, response, await resource.prepare(encodingOf(request)))
}

/** Sends a resource in the encoding the visitor wants, if that is made already; false if not. */
export function sendIfReady({ request, response }: Exchange, resource: Resource): boolean {
  const variant = resource.ready(encodingOf(request))
  if (variant) sendVariant(request, response, variant)
  return variant !== undefined
}

export function sendRedirect({ response, isSecure }: Exchange, to: string): void {
  response.writeHead(308, ['location', to, 'content-length', '0', ...documentHeaders(isSecure)])
  response.end()
}

export function sendProblem(
  { request, response, isSecure }: Pick<Exchange, 'request' | 'response' | 'isSecure'>,
  problem: Problem,
): void {
  // The rest of a body is read and dropped, within the time a request may take: closing at once would lose the answer.
  request.resume()
  sendPlainPage(response, problem, isSecure)
}

/** For streams, which write the rest of their head themselves. */
export function setSecurityHeaders({ response, isSecure }: Exchange): void {
  const headers = securityHeaders(isSecure)
  for (let at = 0; at < headers.length; at += 2)
    response.setHeader(headers[at] as string, headers[at + 1] as string)
}

function encodingOf({ headers }: IncomingMessage): Encoding {
  return chooseEncoding(headers['accept-encoding'] as string | undefined)
}
