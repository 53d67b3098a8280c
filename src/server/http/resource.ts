import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HeaderList } from './security-headers.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

type Variant = {
  readonly body: Buffer
  readonly etag: string
  readonly headers: string[]
  readonly headersUnchanged: string[]
}

/** Bytes that many ask for: kept plain, and compressed from the first time somebody can read that. */
export type Resource = {
  readonly status: number
  readonly size: number
  /** The variant to send at once, if it is made already. */
  ready(encoding: Encoding): Variant | undefined
  prepare(encoding: Encoding): Promise<Variant>
}

export type ResourceParts = {
  readonly body: Buffer
  readonly type: string
  /** All other headers: security, cache-control, … */
  readonly headers: HeaderList
  /** Compressed ahead of time, where the build did so. */
  readonly compressed?: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined }
}

const smallestCompressed = 1024
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export function createResource({ body, type, headers, compressed = {} }: ResourceParts): Resource {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const isCompressible = (compressed.br !== undefined || body.length >= smallestCompressed) && isText(type)
  const variants: Partial<Record<Encoding, Variant>> = { identity: variantOf(body, 'identity') }
  if (compressed.br) variants.br = variantOf(compressed.br, 'br')
  if (compressed.gzip) variants.gzip = variantOf(compressed.gzip, 'gzip')
  const inTheMaking = new Map<Encoding, Promise<Variant>>()

  function variantOf(bytes: Buffer, encoding: Encoding): Variant {
    // Strong and one per encoding: the bytes differ, and so must their names.
    const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
    const shared = ['etag', etag, ...(isCompressible ? addVary(headers) : headers)]
    const described = ['content-type', type, 'content-length', String(bytes.length)]
    if (encoding !== 'identity') described.push('content-encoding', encoding)
    return { body: bytes, etag, headers: [...described, ...shared], headersUnchanged: shared }
  }

  async function make(encoding: Encoding): Promise<Variant> {
    const bytes = await compress(body, encoding)
    const variant = variantOf(bytes, encoding)
    variants[encoding] = variant
    inTheMaking.delete(encoding)
    return variant
  }

  return {
    status: 200,
    size: body.length,
    ready: (encoding) => variants[isCompressible ? encoding : 'identity'],
    async prepare(encoding) {
      const made = variants[isCompressible ? encoding : 'identity']
      if (made) return made
      const flight = inTheMaking.get(encoding) ?? make(encoding)
      inTheMaking.set(encoding, flight)
      return flight
    },
  }
}

export function sendVariant(request: IncomingMessage, response: ServerResponse, variant: Variant): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && (known === variant.etag || known === '*' || known.includes(variant.etag))) {
    response.writeHead(304, variant.headersUnchanged)
    response.end()
    return
  }
  response.writeHead(200, variant.headers)
  response.end(variant.body)
}

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    // Quality 5 costs a few milliseconds on a large draw; beyond it, time grows faster than bytes shrink.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return brotli(body, { params })
  }
  return encoding === 'gzip' ? deflate(body, { level: 6 }) : body
}

export function isText(type: string): boolean {
  return /^text\/|^application\/(json|javascript|manifest\+json|xml)|^image\/svg/.test(type)
}

// Browsers send one of a handful of lines, so reading each once is enough.
const encodings = new Map<string, Encoding>()

export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = encodings.get(accepted)
  if (known !== undefined) return known
  const encoding = readAcceptEncoding(accepted)
  if (encodings.size < 200 && accepted.length < 200) encodings.set(accepted, encoding)
  return encoding
}

function readAcceptEncoding(accepted: string): Encoding {
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

function addVary(headers: HeaderList): HeaderList {
  const at = headers.indexOf('vary')
  return at < 0 ? [...headers, 'vary', 'accept-encoding'] : headers
}
