import type { IncomingMessage } from 'node:http'
import type { Problem } from './plain-page.ts'

/** The largest form of a visitor. */
export const visitorsBody = 64 * 1024
/** An organiser may approve thousands of teams at once. */
export const organisersBody = 256 * 1024

const formType = 'application/x-www-form-urlencoded'

/** The type of a post's body; without one it counts as a form. */
export function bodyType({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? formType
}

/** The body of a form, or why it cannot be read. */
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

/** The whole body, or undefined when it is too large. */
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
