import { fillStyles } from './fill-styles.ts'
import { takeOwnScripts } from './own-scripts.ts'
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
    sheet,
  }: {
    readonly isSecure: boolean
    readonly cacheControl: string
    readonly hasPolicy: boolean
    /** Of the page's own scripts. */
    readonly nonce: string
    /** The text of a stylesheet by its address. */
    readonly sheet: (address: string) => string | undefined
  },
): Promise<WholeResponse> {
  const type = response.headers.get('content-type') ?? ''
  const page = type.startsWith('text/html') ? readPage(await response.text(), nonce, sheet) : undefined
  const body = page ? Buffer.from(page.html) : Buffer.from(await response.arrayBuffer())
  const headers: string[] = []
  for (const [name, value] of response.headers) {
    if (!describedAnew.has(name)) headers.push(name, value)
  }
  if (!response.headers.has('cache-control')) headers.push('cache-control', cacheControl)
  if (hasPolicy && page) headers.push('content-security-policy', contentSecurityPolicy(page.html, page))
  const isDocument = page !== undefined || response.headers.has('location')
  headers.push(...(isDocument ? documentHeaders(isSecure) : securityHeaders(isSecure)))
  return { status: response.status, type: withCharset(type), headers, body }
}

function readPage(text: string, nonce: string, sheet: (address: string) => string | undefined) {
  const { html, scripts } = takeOwnScripts(text, nonce)
  const styles: string[] = []
  const filled = fillStyles(html, (address) => {
    const style = sheet(address)
    if (style !== undefined) styles.push(style)
    return style
  })
  return { html: filled, scripts, styles }
}

function withCharset(type: string): string {
  return type === 'text/html' ? 'text/html; charset=utf-8' : type
}
