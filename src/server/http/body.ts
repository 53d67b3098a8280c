import type { IncomingMessage } from 'node:http'

/** Anything a visitor's form sends. */
export const visitorsBody = 64 * 1024
/** An organiser may approve thousands of teams at once. */
export const organisersBody = 256 * 1024

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
