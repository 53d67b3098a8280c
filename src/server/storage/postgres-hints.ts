import { randomBytes } from 'node:crypto'
import pg from 'pg'

const channel = 'cup_revision'
const reconnectMs = 1_000
const betweenHintsMs = 20
type Settings = pg.ClientConfig & { readonly query_timeout: number }

/**
 * NOTIFY between nodes, after the commit: inside the transaction it would cost about as much as the change itself. After a
 * lost hint the other nodes find the change by polling, within two seconds.
 */
export function createHints(pool: pg.Pool, settings: Settings) {
  const node = randomBytes(6).toString('base64url')
  const closing = new AbortController()
  let sending: Promise<void> | undefined
  let isAskedAgain = false

  // Coalesced: every NOTIFY makes the server flush its log once more.
  async function sendHints() {
    do {
      isAskedAgain = false
      await pool.query('select pg_notify($1, $2)', [channel, node]).catch(() => {})
      await pause(betweenHintsMs)
    } while (isAskedAgain)
    sending = undefined
  }

  return {
    send() {
      isAskedAgain = true
      sending ??= sendHints()
    },
    listen(onNotify: () => void): () => void {
      const stopping = new AbortController()
      const stopped = AbortSignal.any([closing.signal, stopping.signal])
      listen(settings, (from) => from !== node && onNotify(), stopped)
      return () => stopping.abort()
    },
    async close() {
      closing.abort()
      await sending
    },
  }
}

/** A dedicated LISTEN connection that reconnects when it breaks. */
async function listen(settings: Settings, onHint: (from?: string) => void, stopped: AbortSignal) {
  while (!stopped.aborted) {
    const client = new pg.Client(settings)
    const end = () => client.end().catch(() => {})
    const ended = new Promise<'ended'>((resolve) => client.once('end', () => resolve('ended')))
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onHint(payload))
    stopped.addEventListener('abort', end, { once: true })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Hints may have been missed while disconnected.
      onHint()
      // Heartbeat: only a query shows that a connection is dead.
      while ((await Promise.race([ended, pause(settings.query_timeout)])) !== 'ended')
        await client.query('select 1')
    } catch {}
    stopped.removeEventListener('abort', end)
    end()
    await pause(reconnectMs)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
