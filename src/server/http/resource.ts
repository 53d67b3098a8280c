import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

type Variant = {
  readonly status: number
  readonly body: Buffer
  readonly etag: string
  readonly headers: OutgoingHttpHeaders
}

/** A body that many ask for: compressed when the first visitor wants it so, then kept. */
export type Resource = {
  readonly size: number
  variant(encoding: Encoding): Promise<Variant>
}

export type ResourceParts = {
  /** 200 unless said. */
  readonly status?: number
  readonly body: Buffer
  readonly type: string
  /** All other headers: security, cache-control, … */
  readonly headers: OutgoingHttpHeaders
  /** Compressed copies that the build made. */
  readonly compressed?: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined }
}

const smallestCompressed = 1024
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export function createResource({
  status = 200,
  body,
  type,
  headers,
  compressed = {},
}: ResourceParts): Resource {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const isCompressible = compressed.br !== undefined || canCompress(body, type)
  const variants = new Map<Encoding, Promise<Variant>>()

  async function make(encoding: Encoding): Promise<Variant> {
    const ready = encoding === 'identity' ? body : compressed[encoding]
    const bytes = ready ?? (await compress(body, encoding))
    // A strong ETag for each encoding, because the bytes differ.
    const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
    return {
      status,
      body: bytes,
      etag,
      headers: {
        ...(isCompressible && { vary: 'accept-encoding' }),
        ...headers,
        etag,
        'content-type': type,
        'content-length': bytes.length,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    }
  }

  return {
    size: body.length,
    variant(wanted) {
      const encoding = isCompressible ? wanted : 'identity'
      const variant = variants.get(encoding) ?? make(encoding)
      variants.set(encoding, variant)
      return variant
    },
  }
}

export function sendVariant(request: IncomingMessage, response: ServerResponse, variant: Variant): void {
  const { status, body, etag, headers } = variant
  const known = request.headers['if-none-match']
  if (status === 200 && (known === '*' || known?.includes(etag))) {
    const {
      'content-type': _type,
      'content-length': _length,
      'content-encoding': _encoding,
      ...same
    } = headers
    response.writeHead(304, same).end()
    return
  }
  response.writeHead(status, headers).end(body)
}

export function canCompress(body: Buffer, type: string): boolean {
  const isText = /^text\/|^application\/(json|javascript|manifest\+json|xml)|^image\/svg/.test(type)
  return isText && body.length >= smallestCompressed
}

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    // Quality 5 costs a few milliseconds on a large draw; beyond it, time grows faster than bytes shrink.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return brotli(body, { params })
  }
  return encoding === 'gzip' ? deflate(body, { level: 6 }) : body
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
