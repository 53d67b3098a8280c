import { createHash } from 'node:crypto'
import type { TeamId } from '../../domain/cup.ts'
import type { Clock } from '../clock.ts'
import type { PushKeys } from '../storage/schema.ts'
import { encrypt, type PhoneKeys, vapidHeader } from './encrypt.ts'

export type Message = {
  readonly phone: PhoneKeys & { readonly teamId: TeamId; readonly endpoint: string }
  readonly keys: PushKeys
  readonly text: string
}

export type Sending = {
  readonly clock: Clock
  /** An https or mailto address for the push services' operators (VAPID `sub`). */
  readonly contact: string
  readonly signal?: AbortSignal
}

const patienceMs = 10_000
/** TTL of a message: after this, a call is outdated. */
const keptSeconds = 600

export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300
}

/** Posts an encrypted message to the phone's push service, and returns the HTTP status. */
export async function sendPush(
  { phone, keys, text }: Message,
  { clock, contact, signal }: Sending,
): Promise<number> {
  const endpoint = new URL(phone.endpoint)
  const tooLong = new AbortController()
  const cancel = clock.after(patienceMs, () => tooLong.abort(new Error('A push service did not answer.')))
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(keys, { endpoint, contact, now: clock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        urgency: 'high',
        // The service keeps only the newest message of a topic for a phone that is off.
        topic: createHash('sha256').update(phone.teamId).digest('base64url').slice(0, 32),
      },
      body: new Uint8Array(encrypt(text, phone)),
      redirect: 'manual',
      signal: AbortSignal.any([tooLong.signal, ...(signal ? [signal] : [])]),
    })
    await response.body?.cancel()
    return response.status
  } finally {
    cancel()
  }
}
