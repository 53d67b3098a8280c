import type { IncomingMessage } from 'node:http'
import { parseRevision } from './wire.ts'

/** The revision a client says it has. A resuming client's header is newer than the address it was opened with. */
export function sinceOf(request: IncomingMessage): number | undefined {
  const lastEventId = request.headers['last-event-id']
  if (typeof lastEventId === 'string' && lastEventId !== '') return parseRevision(lastEventId)
  return parseRevision(queryOf(request).get('since'))
}

export function queryOf({ url }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url?.split('?', 2)[1])
}
