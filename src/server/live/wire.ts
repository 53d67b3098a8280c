import type { Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** The stream's own words; docs/live.md describes them for people who write a client. */

/** Each field is named here, so that nothing else a journal row may carry can reach the wire. */
export function revisionEvent({ revision, at, changes }: Revision): Buffer {
  return Buffer.from(`id: ${revision}\ndata: ${JSON.stringify({ revision, at, changes })}\n\n`)
}

export function viewEvent(whole: CupView): Buffer {
  const { revision, settings, entries, editions, pastDraws, drawStatus, draw } = whole
  const view = { revision, settings, entries, editions, pastDraws, drawStatus, draw }
  return Buffer.from(`event: view\nid: ${revision}\ndata: ${JSON.stringify(view)}\n\n`)
}

/** Ends the catch-up: whoever reads it has everything up to this revision. */
export function helloEvent(revision: number): Buffer {
  return Buffer.from(`event: hello\nid: ${revision}\ndata: {"revision":${revision}}\n\n`)
}

export function retryLine(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${milliseconds}\n\n`)
}

export const heartbeat = Buffer.from(':\n\n')

/** A revision a client says it has; undefined for none, and for anything that is not one. */
export function parseRevision(text: string | null | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
