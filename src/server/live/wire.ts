import type { IncomingMessage } from 'node:http'
import type { Position, Revision } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'
import type { News } from '../view.ts'

/** Serialisation of the stream; docs/live.md describes it for clients. */

/** Lists the fields one by one, so that no private column of a journal row is ever sent. */
function revisionEvent(epoch: number, { revision, at, changes }: Revision): Buffer {
  return event(undefined, { epoch, revision }, { revision, at, changes })
}

function viewEvent(whole: CupView): Buffer {
  const { epoch, revision, settings, entries, editions, pastDraws, drawStatus, draw } = whole
  return event('view', whole, { epoch, revision, settings, entries, editions, pastDraws, drawStatus, draw })
}

/** Ends the catch-up: the client now has everything up to this revision, and knows the server's time. */
export function helloEvent({ epoch, revision }: Position, now: Date): Buffer {
  return event('hello', { epoch, revision }, { epoch, revision, now: now.toISOString() })
}

function event(name: string | undefined, { epoch, revision }: Position, data: object): Buffer {
  const head = name ? `event: ${name}\n` : ''
  return Buffer.from(`${head}id: ${epoch}-${revision}\ndata: ${JSON.stringify(data)}\n\n`)
}

export function retryLine(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${milliseconds}\n\n`)
}

/** A named event, not a comment: EventSource hides comments. It has no id, so that `Last-Event-ID` stays. */
export const heartbeat = Buffer.from('event: heartbeat\ndata: {}\n\n')

/** A client's position; without an epoch it means the current one. */
type Since = { readonly epoch: number | undefined; readonly revision: number }

/** When a client reconnects, its header is newer than the address it first opened. */
export function sinceOf({ headers, url }: IncomingMessage): Since | undefined {
  const lastEventId = headers['last-event-id']
  const text = lastEventId || new URLSearchParams(url?.split('?', 2)[1]).get('since')
  const [, epoch, revision] = /^(?:(\d{1,15})-)?(\d{1,15})$/.exec(String(text)) ?? []
  if (revision === undefined) return undefined
  return { epoch: epoch === undefined ? undefined : Number(epoch), revision: Number(revision) }
}

/** Replay buffer: the latest events as bytes, without a gap, for clients that reconnect. */
export function createHistory(begin: CupView | undefined, eventsKept: number) {
  let kept: Buffer[] = []
  /** Just before the oldest event kept. */
  let start = begin && positionOf(begin)
  let whole: { view: CupView; bytes: Buffer } | undefined

  function restart(view: CupView) {
    kept = []
    start = positionOf(view)
  }

  function wholeView(view: CupView): Buffer {
    if (whole?.view !== view) whole = { view, bytes: viewEvent(view) }
    return whole.bytes
  }

  return {
    /** The bytes to send: the next revision, or the whole view after a gap or in a new epoch. */
    add(news: News, view: CupView | undefined): Buffer | undefined {
      if (news.kind === 'revision' && start) {
        const ahead = news.revision.revision - (start.revision + kept.length)
        if (ahead <= 0) return undefined
        if (ahead === 1) {
          const bytes = revisionEvent(start.epoch, news.revision)
          kept.push(bytes)
          if (kept.length > eventsKept) {
            kept.shift()
            start = { ...start, revision: start.revision + 1 }
          }
          return bytes
        }
      }
      if (!view) return undefined
      restart(view)
      return wholeView(view)
    },

    /** The revisions a client misses, or the whole view. */
    since(known: Position | undefined, view: CupView): readonly Buffer[] {
      if (!start) restart(view)
      const missing = known && start?.epoch === known.epoch ? known.revision - start.revision : -1
      return missing >= 0 && missing <= kept.length ? kept.slice(missing) : [wholeView(view)]
    },
  }
}

function positionOf({ epoch, revision }: CupView): Position {
  return { epoch, revision }
}
