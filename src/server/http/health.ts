import type { CupView } from '../../domain/cup.ts'
import type { App } from '../app.ts'
import type { Exchange } from './exchange.ts'
import { securityHeaders } from './security-headers.ts'
import { sendWhole } from './send.ts'

type HealthParts = {
  readonly app: Pick<App, 'isHealthy' | 'storageName'>
  readonly view: { current(): CupView | undefined }
  readonly hub: { readonly size: number }
}

/** Answers /healthz, for monitoring. */
export async function sendHealth(exchange: Exchange, { app, view, hub }: HealthParts): Promise<void> {
  const isHealthy = await app.isHealthy()
  const storage = app.storageName()
  const health = isHealthy
    ? { status: 'ok', storage, revision: view.current()?.revision, listeners: hub.size }
    : { status: 'unavailable', storage }
  return sendWhole(exchange, {
    status: isHealthy ? 200 : 503,
    type: 'application/json; charset=utf-8',
    headers: { 'cache-control': 'no-store', ...securityHeaders(exchange.isSecure) },
    body: Buffer.from(`${JSON.stringify(health)}\n`),
  })
}
