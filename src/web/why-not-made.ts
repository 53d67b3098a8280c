import { messages } from '../domain/messages.ts'
import { isTimeout } from './load-or-say.ts'

/** Why the draw was not made, in the seed's words. */
export function whyNotMade(error: unknown): string {
  if (isTimeout(error)) return messages.loadTimeout
  const isAccess = error instanceof Error && error.name === 'AccessFailed'
  return isAccess ? messages.accessFailed : messages.createFailed
}
