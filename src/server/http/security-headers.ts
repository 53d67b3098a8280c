import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

const onEveryAnswer = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

/** These only mean something where a window or a frame shows the answer. */
const onDocuments = {
  // Not 'no-referrer': with it browsers post our own forms with 'Origin: null'.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** What every answer carries. */
export function securityHeaders(isSecure: boolean): OutgoingHttpHeaders {
  return isSecure ? { ...onEveryAnswer, 'strict-transport-security': 'max-age=31536000' } : onEveryAnswer
}

/** What pages and redirects carry. `isFramed`: its policy names the sites that may show it. */
export function documentHeaders(isSecure: boolean, isFramed = false): OutgoingHttpHeaders {
  const { 'x-frame-options': noFrames, ...rest } = onDocuments
  return { ...securityHeaders(isSecure), ...rest, ...(!isFramed && { 'x-frame-options': noFrames }) }
}

/**
 * Allows the page's own files, and exactly the inline scripts and styles that we put into it. Hashes, not nonces,
 * because a page is rendered once for everybody.
 */
export function contentSecurityPolicy(
  own: { readonly scripts: readonly string[]; readonly styles: readonly string[] },
  frameAncestors = "frame-ancestors 'none'",
): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(own.scripts)}`,
    `style-src 'self'${hashesOf(own.styles)}`,
    // Numbers of the layout stand in style attributes, which cannot run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    frameAncestors,
  ].join('; ')
}

function hashesOf(texts: readonly string[]): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  return [...new Set(texts)].map((text) => ` 'sha256-${hash(text)}'`).join('')
}
