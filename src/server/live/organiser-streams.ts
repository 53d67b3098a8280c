import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Organiser } from '../actors.ts'
import type { App } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { News, PublicView } from '../view.ts'
import { heartbeat } from './wire.ts'

/**
 * What an organiser's open page hears, and the public must not: as streams of their own. It is read from the storage while
 * somebody listens, and kept nowhere.
 */
export type OrganiserStreams = {
  connect(stream: OrganiserStream, from: Listening): Promise<void>
  /** Ends the streams of a session that was signed out. */
  end(token: string): void
  close(): void
}

/** What is told to a page that asked with this request: at first, and then of each piece of news. */
export type OrganiserStream = (request: IncomingMessage) => TellPage
export type TellPage = (organiser: Organiser, news?: News) => Promise<Told | undefined>
type Told = { readonly revision: number }

type Listening = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly token: string | undefined
}

type Listener = { readonly token: string; readonly response: ServerResponse; readonly tellPage: TellPage }

/** Organisers are few; their open tabs a few more. */
const mostListeners = 100
const mostUnread = 1024 * 1024
const heartbeatMs = 15_000

export function createOrganiserStreams({
  app,
  view,
  clock,
}: {
  readonly app: Pick<App, 'organiserOf'>
  readonly view: Pick<PublicView, 'subscribe'>
  readonly clock: Clock
}): OrganiserStreams {
  const listeners = new Set<Listener>()
  let stopBeating: (() => void) | undefined
  /** One after the other, so that nobody hears of something older after something newer. */
  let sending = Promise.resolve()

  const unsubscribe = view.subscribe((news) => {
    if (listeners.size > 0) sending = sending.then(() => tellAll(news))
  })

  async function tellAll(news: News) {
    for (const listener of [...listeners]) await tell(listener, news)
  }

  /** Asks again each time who listens: a session that has ended since hears nothing any more. */
  async function tell(listener: Listener, news?: News) {
    try {
      const organiser = await app.organiserOf(listener.token)
      if (!organiser) return end(listener)
      const told = await listener.tellPage(organiser, news)
      if (!told || !listeners.has(listener)) return
      listener.response.write(`id: ${told.revision}\ndata: ${JSON.stringify(told)}\n\n`)
      if (listener.response.writableLength > mostUnread) listener.response.destroy()
    } catch {
      end(listener)
    }
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
    async connect(stream, { request, response, token }) {
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
      const listener = { token, response, tellPage: stream(request) }
      response.once('close', () => listeners.delete(listener))
      listeners.add(listener)
      keepBeating()
      sending = sending.then(() => tell(listener))
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
