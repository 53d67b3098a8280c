import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

const onEveryAnswer = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

/** For answers that a window or frame can show. */
const onDocuments = {
  // Not 'no-referrer': with it browsers post our own forms with 'Origin: null'.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
}

/** On plain http browsers ignore it, and log an error. */
const onSecureDocuments = { 'cross-origin-opener-policy': 'same-origin' }

/** For every answer. */
export function securityHeaders(isSecure: boolean): OutgoingHttpHeaders {
  return isSecure ? { ...onEveryAnswer, 'strict-transport-security': 'max-age=31536000' } : onEveryAnswer
}

/** For pages and redirects. `isFramed`: its `frame-ancestors` names the sites that may show it. */
export function documentHeaders(isSecure: boolean, isFramed = false): OutgoingHttpHeaders {
  const { 'x-frame-options': noFrames, ...rest } = onDocuments
  return {
    ...securityHeaders(isSecure),
    ...rest,
    ...(isSecure && onSecureDocuments),
    ...(!isFramed && { 'x-frame-options': noFrames }),
  }
}

type Inline = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** Allows our own files, and our own inline scripts and styles by hash: a nonce does not work for cached pages. */
export function contentSecurityPolicy(
  { scripts, styles }: Inline,
  frameAncestors = "frame-ancestors 'none'",
): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(scripts)}`,
    `style-src 'self'${hashesOf(styles)}`,
    // The layout computes style attributes; they cannot run scripts.
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

/**
 * Strips the nonce of this rendering, and returns the inline scripts and styles that carried it: those are ours. A script
 * injected through a team's name has no nonce, so the policy blocks it.
 */
export function takeOwnInline(html: string, nonce: string): Inline & { readonly html: string } {
  const attribute = ` nonce="${nonce}"`
  const textsOf = (tag: 'script' | 'style') => {
    const own = new RegExp(`<${tag}(?=[^<>]*${attribute})(?![^<>]*\\ssrc=)[^<>]*>([\\s\\S]*?)</${tag}>`, 'gi')
    return [...html.matchAll(own)].map(([, text = '']) => text)
  }
  return { html: html.replaceAll(attribute, ''), scripts: textsOf('script'), styles: textsOf('style') }
}
