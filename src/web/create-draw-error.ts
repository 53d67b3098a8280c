import { messages } from '../domain/messages.ts'
import { isTimeout } from './page-loader.ts'

/** Why the draw was not made, in the spec's words. */
export function createDrawError(error: unknown): string {
  if (isTimeout(error)) return messages.loadTimeout
  const isAccess = error instanceof Error && error.name === 'AccessFailed'
  return isAccess ? messages.accessFailed : messages.createFailed
}
