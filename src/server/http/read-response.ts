import type { OutgoingHttpHeaders } from 'node:http'
import { contentSecurityPolicy, documentHeaders, securityHeaders } from './security-headers.ts'

/** A response read to its end, ready to be sent or kept. */
export type WholeResponse = {
  readonly status: number
  readonly type: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Written anew when the bytes are sent. */
const describesBytes = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']

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
  const page = type.startsWith('text/html') ? takeOwnInline(await response.text(), nonce) : undefined
  const body = page ? Buffer.from(lowerPreloads(page.html)) : Buffer.from(await response.arrayBuffer())
  const isDocument = page !== undefined || response.headers.has('location')
  // A page for frames of other sites says so itself.
  const framed = page && (response.headers.get('content-security-policy') ?? undefined)
  const openTo = isDocument ? null : response.headers.get('cross-origin-resource-policy')
  const cookies = response.headers.getSetCookie()
  const headers: OutgoingHttpHeaders = {
    'cache-control': cacheControl,
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(hasPolicy && page && { 'content-security-policy': contentSecurityPolicy(page, framed) }),
    ...(isDocument ? documentHeaders(isSecure, framed !== undefined) : securityHeaders(isSecure)),
    // A file for other sites says so itself.
    ...(openTo && { 'cross-origin-resource-policy': openTo }),
  }
  for (const name of describesBytes) delete headers[name]
  return {
    status: response.status,
    type: type === 'text/html' ? 'text/html; charset=utf-8' : type,
    headers,
    body,
  }
}

/** A page is readable without its scripts: fetched at the usual priority, they would delay its first paint. */
function lowerPreloads(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

/**
 * Finds the inline scripts and styles that carry this rendering's nonce, so that nothing else in the page is allowed.
 * The nonce itself is taken off: a page is kept for everybody, so its policy allows the texts by their hashes.
 */
export function takeOwnInline(html: string, nonce: string) {
  const attribute = ` nonce="${nonce}"`
  const textsOf = (tag: 'script' | 'style') => {
    const own = new RegExp(`<${tag}(?=[^<>]*${attribute})(?![^<>]*\\ssrc=)[^<>]*>([\\s\\S]*?)</${tag}>`, 'gi')
    return [...html.matchAll(own)].map(([, text = '']) => text)
  }
  return { html: html.replaceAll(attribute, ''), scripts: textsOf('script'), styles: textsOf('style') }
}
