import { takeOwnInline } from './own-inline.ts'
import type { RequestParts } from './request-parts.ts'
import { contentSecurityPolicy, documentHeaders, securityHeaders } from './security-headers.ts'

/** Answers a request for a page, for its data, or a post. React Router does this; the server only knows this shape. */
export type Pages = (request: Request, parts: RequestParts) => Promise<Response>

/** A response read to its end, ready to be sent or kept. */
export type WholeResponse = {
  readonly status: number
  readonly type: string
  readonly headers: readonly string[]
  readonly body: Buffer
}

// What describes the bytes is written anew when they are sent.
const describedAnew = new Set(['content-type', 'content-length', 'content-encoding', 'transfer-encoding'])

export async function readResponse(
  response: Response,
  {
    isSecure,
    cacheControl,
    hasPolicy,
    nonce,
  }: {
    readonly isSecure: boolean
    readonly cacheControl: string
    readonly hasPolicy: boolean
    /** What the page's own inline scripts and styles carry. */
    readonly nonce: string
  },
): Promise<WholeResponse> {
  const type = response.headers.get('content-type') ?? ''
  const page = type.startsWith('text/html') ? readPage(await response.text(), nonce) : undefined
  const body = page ? Buffer.from(page.html) : Buffer.from(await response.arrayBuffer())
  const headers: string[] = []
  for (const [name, value] of response.headers) {
    if (!describedAnew.has(name)) headers.push(name, value)
  }
  if (!response.headers.has('cache-control')) headers.push('cache-control', cacheControl)
  if (hasPolicy && page) headers.push('content-security-policy', contentSecurityPolicy(page))
  const isDocument = page !== undefined || response.headers.has('location')
  headers.push(...(isDocument ? documentHeaders(isSecure) : securityHeaders(isSecure)))
  return { status: response.status, type: withCharset(type), headers, body }
}

/** A page is readable without its scripts: fetched at the usual priority, they would delay its first paint. */
function readPage(html: string, nonce: string) {
  const patient = html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
  return takeOwnInline(patient, nonce)
}

function withCharset(type: string): string {
  return type === 'text/html' ? 'text/html; charset=utf-8' : type
}
