import { createHash } from 'node:crypto'

/** Headers as node:http takes them fastest: name, value, name, value. */
export type HeaderList = readonly string[]

const everywhere: HeaderList = [
  'x-content-type-options',
  'nosniff',
  'cross-origin-resource-policy',
  'same-origin',
]

/** What only means something where a window, or a frame, shows the answer: on scripts, data and streams it would be dead weight. */
const inWindows: HeaderList = [
  // Not 'no-referrer': with it browsers post our own forms with 'Origin: null'.
  'referrer-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy',
  'same-origin',
  'x-frame-options',
  'DENY',
]

const onHttps: HeaderList = ['strict-transport-security', 'max-age=31536000']

const forAll = { http: everywhere, https: [...everywhere, ...onHttps] }
const forDocuments = { http: [...everywhere, ...inWindows], https: [...everywhere, ...inWindows, ...onHttps] }

/** What every answer carries, whatever it is. */
export function securityHeaders(isSecure: boolean): HeaderList {
  return isSecure ? forAll.https : forAll.http
}

/** What a page carries, and whatever leads to one. */
export function documentHeaders(isSecure: boolean): HeaderList {
  return isSecure ? forDocuments.https : forDocuments.http
}

/**
 * The content security policy of one page: its own files, and exactly the inline scripts and styles that we put into it.
 * Hashes, not nonces, because a page is rendered once for everybody.
 */
export function contentSecurityPolicy(own: {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}): string {
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
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashesOf(texts: readonly string[]): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  return [...new Set(texts)].map((text) => ` 'sha256-${hash(text)}'`).join('')
}
