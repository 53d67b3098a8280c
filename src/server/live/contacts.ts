import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { News, PublicView } from '../view.ts'
import { sinceOf } from './since-of.ts'
import { heartbeat } from './wire.ts'

/**
 * Phone numbers for the team list of a signed-in organiser, as a stream of its own: they have no place on the public one.
 * They are read from the storage while somebody listens, and kept nowhere.
 */
export type ContactStream = {
  connect(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void>
  /** Ends the streams of a session that was signed out. */
  end(token: string): void
  close(): void
}

type Listener = { readonly token: string; readonly response: ServerResponse; since: number }

/** Organisers are few; their open tabs a few more. */
const mostListeners = 100
const mostUnread = 1024 * 1024
const heartbeatMs = 15_000

export function createContactStream({
  app,
  view,
  clock,
}: {
  readonly app: Pick<App, 'organiserOf' | 'contactsSince'>
  readonly view: Pick<PublicView, 'subscribe'>
  readonly clock: Clock
}): ContactStream {
  const listeners = new Set<Listener>()
  let stopBeating: (() => void) | undefined
  /** One after the other, so that nobody hears of an older number after a newer one. */
  let sending = Promise.resolve()

  const unsubscribe = view.subscribe((news) => {
    if (listeners.size === 0) return
    const isAnew = hasOtherTeams(news)
    if (isAnew || mayConcern(news)) sending = sending.then(() => tellAll(isAnew))
  })

  async function tellAll(isAnew: boolean) {
    for (const listener of [...listeners]) {
      if (isAnew) listener.since = 0
      await tell(listener).catch(() => end(listener))
    }
  }

  /** Asks again each time who listens: a session that has ended since hears nothing any more. */
  async function tell(listener: Listener) {
    const organiser = await app.organiserOf(listener.token)
    if (!organiser) return end(listener)
    const { revision, contacts } = await app.contactsSince(organiser, listener.since)
    if (!listeners.has(listener)) return
    listener.since = revision
    if (Object.keys(contacts).length === 0) return
    listener.response.write(`id: ${revision}\ndata: ${JSON.stringify({ revision, contacts })}\n\n`)
    if (listener.response.writableLength > mostUnread) listener.response.destroy()
  }

  function end(listener: Listener) {
    listeners.delete(listener)
    listener.response.end()
  }

  function keepBeating() {
    if (stopBeating || listeners.size === 0) return
    stopBeating = clock.after(heartbeatMs, () => {
      stopBeating = undefined
      for (const { response } of listeners) response.write(heartbeat)
      keepBeating()
    })
  }

  return {
    async connect(request, response, token) {
      const isKnown = token !== undefined && (await app.organiserOf(token)) !== undefined
      if (response.destroyed) return
      if (!isKnown || listeners.size >= mostListeners) {
        const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
        response.writeHead(isKnown ? 503 : 401, headers)
        response.end(isKnown ? 'Too many listeners.\n' : 'Only for organisers who are signed in.\n')
        return
      }
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      response.flushHeaders()
      const listener = { token, response, since: sinceOf(request) ?? 0 }
      response.once('close', () => listeners.delete(listener))
      listeners.add(listener)
      keepBeating()
      sending = sending.then(() => tell(listener).catch(() => end(listener)))
      await sending
    },
    end(token) {
      for (const listener of [...listeners]) if (listener.token === token) end(listener)
    },
    close() {
      unsubscribe()
      stopBeating?.()
      for (const listener of [...listeners]) end(listener)
    },
  }
}

/** Teams that were touched; or an account, and with it perhaps a session that listens. */
function mayConcern(news: News): boolean {
  if (news.kind === 'view') return true
  const { changes } = news.revision
  return changes.length === 0 || changes.some(({ kind }) => kind === 'entry')
}

/** Another edition has other teams, which were touched long ago. */
function hasOtherTeams(news: News): boolean {
  if (news.kind === 'view') return true
  return news.revision.changes.some(
    (change) => change.kind === 'settings' && change.settings.editionNumber !== undefined,
  )
}
