import type { IncomingMessage } from 'node:http'

/** Anything a visitor's form sends. */
export const visitorsBody = 64 * 1024
/** An organiser may approve thousands of teams at once. */
export const organisersBody = 256 * 1024

const formType = 'application/x-www-form-urlencoded'

/** The type of a post's body; what does not say is taken as the form that every page of ours sends. */
export function bodyType({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? formType
}

/** What is wrong with a body that no page could read as a form, or undefined. */
export async function formProblem(body: Buffer, type: string): Promise<400 | 415 | undefined> {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase()
  if (essence === formType) return undefined
  if (essence !== 'multipart/form-data') return 415
  try {
    await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return undefined
  } catch {
    return 400
  }
}

/** The whole body, or undefined when it is larger than anything a form of ours sends. */
export async function readBody(request: IncomingMessage, largestBody: number): Promise<Buffer | undefined> {
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
