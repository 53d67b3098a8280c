import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Storage } from './storage.ts'

const channel = 'cup_revision'
const reconnectMs = 1_000
type Settings = pg.ClientConfig & { readonly query_timeout: number }

/** In a storm of changes one hint speaks for many; nobody notices the wait. */
const pauseMs = 20

/**
 * Word between nodes that there is something new, by NOTIFY. It follows the commit instead of being part of it: there it
 * would cost every change about as much as the change itself, and one that is lost only costs the others two seconds.
 */
export function createHints(pool: pg.Pool, settings: Settings) {
  const node = randomBytes(6).toString('base64url')
  const stops = new Set<() => void>()
  let unsaid: number | undefined
  let saying: Promise<unknown> | undefined
  let pause: NodeJS.Timeout | undefined

  function say() {
    pause = undefined
    if (unsaid === undefined) return
    saying = pool.query('select pg_notify($1, $2)', [channel, `${unsaid} ${node}`]).catch(() => {})
    unsaid = undefined
    pause = setTimeout(say, pauseMs).unref()
  }

  return {
    tell(revision: number) {
      unsaid = revision
      if (!pause) say()
    },
    listen(onNotify: Parameters<Storage['listen']>[0]): () => void {
      const stop = listen(settings, (payload) => {
        const [revision, from] = payload?.split(' ') ?? []
        if (from !== node) onNotify(revision === undefined ? undefined : Number(revision))
      })
      stops.add(stop)
      return () => {
        stops.delete(stop)
        stop()
      }
    },
    async close() {
      for (const stop of stops) stop()
      clearTimeout(pause)
      say()
      clearTimeout(pause)
      await saying
    },
  }
}

/** A connection of its own that hears every NOTIFY and, when it breaks, connects again. */
function listen(settings: Settings, hear: (payload?: string) => void): () => void {
  let client: pg.Client | undefined
  let listening: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function connect() {
    timer = undefined
    const next = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000 })
    client = next
    next.on('error', () => {})
    next.on('end', again)
    next.on('notification', ({ payload }) => hear(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      listening = next
      // Whatever was said while nobody listened is caught up with now.
      hear()
    } catch {
      next.end().catch(() => {})
      again()
    }
  }

  // Only who asks learns that a connection has fallen silent; one with a question open is ended at once.
  const asking = setInterval(() => {
    const asked = listening
    asked?.query('select 1').catch(() => asked.end().catch(() => {}))
  }, settings.query_timeout).unref()

  function again() {
    listening = undefined
    if (isStopped || timer) return
    timer = setTimeout(connect, reconnectMs).unref()
  }

  connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(asking)
    client?.end().catch(() => {})
  }
}
