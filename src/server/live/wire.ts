import type { IncomingMessage } from 'node:http'
import type { Position, Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** The stream's own words; docs/live.md describes them for people who write a client. */

/** Grows with each event, and ends in the revision. */
function idOf({ epoch, revision }: Position): string {
  return `${epoch}-${revision}`
}

/** Each field is named here, so that nothing else a journal row may carry can reach the wire. */
export function revisionEvent(epoch: number, { revision, at, changes }: Revision): Buffer {
  return Buffer.from(
    `id: ${idOf({ epoch, revision })}\ndata: ${JSON.stringify({ revision, at, changes })}\n\n`,
  )
}

export function viewEvent(whole: CupView): Buffer {
  const { epoch, revision, settings, entries, editions, pastDraws, drawStatus, draw } = whole
  const view = { epoch, revision, settings, entries, editions, pastDraws, drawStatus, draw }
  return Buffer.from(`event: view\nid: ${idOf(whole)}\ndata: ${JSON.stringify(view)}\n\n`)
}

/** Ends the catch-up: whoever reads it has everything up to this revision. */
export function helloEvent({ epoch, revision }: Position): Buffer {
  return Buffer.from(
    `event: hello\nid: ${idOf({ epoch, revision })}\ndata: ${JSON.stringify({ epoch, revision })}\n\n`,
  )
}

export function retryLine(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${milliseconds}\n\n`)
}

export const heartbeat = Buffer.from(':\n\n')

/** What a client says it has; without an epoch it means the current one. */
export type Since = { readonly epoch: number | undefined; readonly revision: number }

/** A resuming client's header is newer than the address it was opened with. Anything that is no position is none. */
export function sinceOf({ headers, url }: IncomingMessage): Since | undefined {
  const lastEventId = headers['last-event-id']
  const text = lastEventId || new URLSearchParams(url?.split('?', 2)[1]).get('since')
  const [, epoch, revision] = /^(?:(\d{1,15})-)?(\d{1,15})$/.exec(String(text)) ?? []
  if (revision === undefined) return undefined
  return { epoch: epoch === undefined ? undefined : Number(epoch), revision: Number(revision) }
}
