import { createHash } from 'node:crypto'
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { documentHeaders } from './security-headers.ts'

/** A whole response, not compressed yet. */
export type Answer = {
  readonly status: number
  readonly type: string
  /** All other headers. */
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Flat list of names and values, which `writeHead` need not convert. */
type RawHeaders = readonly OutgoingHttpHeader[]

type Variant = {
  readonly status: number
  readonly body: Buffer
  readonly etag: string | undefined
  readonly headers: RawHeaders
  /** The headers of a 304. */
  readonly unchanged: RawHeaders
}

/** An answer with its compressed variants, each made on first use. */
export type Resource = {
  /** Sent to many visitors: has an ETag. */
  readonly isShared: boolean
  readonly size: number
  variant(encoding: Encoding): Variant | Promise<Variant>
}

const smallestCompressed = 1024
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export function createResource(
  { status, type, headers, body }: Answer,
  {
    isShared = true,
    compressed = {},
  }: {
    readonly isShared?: boolean
    /** Copies compressed by the build. */
    readonly compressed?: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined }
  } = {},
): Resource {
  const tag = isShared && createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const isCompressible = compressed.br !== undefined || canCompress(body, type)
  const variants = new Map<Encoding, Variant | Promise<Variant>>()

  async function make(encoding: Encoding): Promise<Variant> {
    const ready = encoding === 'identity' ? body : compressed[encoding]
    const bytes = ready ?? (await compress(body, encoding))
    // The bytes differ by encoding, and so does a strong ETag.
    const etag = tag ? `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"` : undefined
    const unchanged = {
      ...(isCompressible && { vary: 'accept-encoding' }),
      ...headers,
      ...(etag && { etag }),
    }
    const variant = {
      status,
      body: bytes,
      etag,
      unchanged: rawHeaders(unchanged),
      headers: rawHeaders({
        ...unchanged,
        ...(type && { 'content-type': type }),
        ...(status !== 204 && status !== 304 && { 'content-length': bytes.length }),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      }),
    }
    variants.set(encoding, variant)
    return variant
  }

  return {
    isShared,
    size: body.length,
    variant(accepted) {
      const encoding = isCompressible ? accepted : 'identity'
      const variant = variants.get(encoding) ?? make(encoding)
      variants.set(encoding, variant)
      return variant
    },
  }
}

function rawHeaders(headers: OutgoingHttpHeaders): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
}

/** Synchronous if the variant is ready, to save a promise per cached page. `cacheControl` overrides the resource's own. */
export function sendResource(
  response: ServerResponse,
  resource: Resource,
  cacheControl?: string,
): void | Promise<void> {
  const variant = resource.variant(
    chooseEncoding(response.req.headers['accept-encoding'] as string | undefined),
  )
  return variant instanceof Promise
    ? variant.then((ready) => sendVariant(response, ready, cacheControl))
    : sendVariant(response, variant, cacheControl)
}

function sendVariant(
  response: ServerResponse,
  { status, body, etag, headers, unchanged }: Variant,
  cacheControl: string | undefined,
): void {
  const known = response.req.headers['if-none-match']
  const isKnown = etag !== undefined && status === 200 && (known === '*' || known?.includes(etag))
  const list = isKnown ? unchanged : headers
  const sent = cacheControl === undefined ? list : withCacheControl(list, cacheControl)
  response.writeHead(isKnown ? 304 : status, sent as OutgoingHttpHeader[])
  response.end(isKnown ? undefined : body)
}

function withCacheControl(headers: RawHeaders, value: string): RawHeaders {
  return headers.map((header, at) => (headers[at - 1] === 'cache-control' ? value : header))
}

export function sendRedirect(response: ServerResponse, to: string, isSecure: boolean): void {
  response.writeHead(308, { location: to, 'content-length': 0, ...documentHeaders(isSecure) }).end()
}

function canCompress(body: Buffer, type: string): boolean {
  const isText = /^text\/|^application\/(json|javascript|manifest\+json|xml)|^image\/svg/.test(type)
  return isText && body.length >= smallestCompressed
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(body, { level: 6 })
  // Quality 5 costs a few milliseconds on a large draw; beyond it, time grows faster than bytes shrink.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotli(body, { params })
}

export function chooseEncoding(accepted = ''): Encoding {
  const names = new Map<string, boolean>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    names.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  for (const encoding of ['br', 'gzip'] as const) {
    if (names.get(encoding) ?? names.get('*') ?? false) return encoding
  }
  return 'identity'
}
