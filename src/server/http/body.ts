import type { IncomingMessage } from 'node:http'
import type { Problem } from './plain-page.ts'

/** Anything a visitor's form sends. */
export const visitorsBody = 64 * 1024
/** An organiser may approve thousands of teams at once. */
export const organisersBody = 256 * 1024

const formType = 'application/x-www-form-urlencoded'

/** The type of a post's body; what does not say is taken as the form that every page of ours sends. */
export function bodyType({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? formType
}

/** The body of a form, or why no page could read it as one. */
export async function readForm(
  request: IncomingMessage,
  largestBody: number,
): Promise<{ readonly body: Buffer } | Problem> {
  const body = await readBody(request, largestBody)
  if (!body) return { status: 413 }
  const type = bodyType(request)
  const essence = type.split(';', 1)[0]?.trim().toLowerCase()
  if (essence === formType) return { body }
  if (essence !== 'multipart/form-data') return { status: 415 }
  try {
    await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return { body }
  } catch {
    return { status: 400 }
  }
}

/** The whole body, or undefined when it is larger than anything a form of ours sends. */
async function readBody(request: IncomingMessage, largestBody: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
