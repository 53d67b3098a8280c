import { createHash } from 'node:crypto'
import type { CupView } from '../../domain/cup.ts'
import { isShowRunning } from '../../domain/draw/lots.ts'
import { calledTeams, callNews, callNotice } from '../../domain/night/follow-words.ts'
import { setBounded } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import { logProblem } from '../log.ts'
import {
  deletePushSubscription,
  listPushSubscriptions,
  type PushSubscription,
  readPushKeys,
} from '../storage/push-rows.ts'
import type { PushKeys } from '../storage/schema.ts'
import type { Storage } from '../storage/storage.ts'
import type { PublicView } from '../view.ts'
import { encrypt, vapidHeader } from './encrypt.ts'

type PhonesParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  /** An https or mailto address for the push services' operators (VAPID `sub`). */
  readonly contact: string
}

type Message = { readonly phone: PushSubscription; readonly keys: PushKeys; readonly text: string }

const mostAtOnce = 20
const patienceMs = 10_000
/** TTL of a message: a later call is of no use. */
const keptSeconds = 600
const revisionsKept = 20

/**
 * Web Push for calls. Only the node that made a change calls `tell`, so each call is sent once. Fire and forget, without
 * retries: the next call comes soon.
 */
export function createPhones({ storage, view, clock, contact }: PhonesParts): {
  tell(revision: number): void
  close(): void
} {
  const sender = createSender({ storage, clock, contact })
  const recent = new Map<number, { readonly before: CupView; readonly after: CupView }>()
  let shown = view.current()
  let isClosed = false
  const unsubscribe = view.subscribe((news) => {
    const before = shown
    shown = view.current()
    if (news.kind === 'view') recent.clear()
    else if (before && shown)
      setBounded(recent, news.revision.revision, { before, after: shown }, revisionsKept)
  })

  async function tellCalls({ before, after }: { before: CupView; after: CupView }): Promise<void> {
    const { draw, settings } = after
    // No calls in a new draw, nor in one that is still being revealed.
    if (!draw || before.draw?.id !== draw.id || isShowRunning(draw, clock.now().getTime())) return
    const earlier = before.draw
    const phones = await storage.read((db) => listPushSubscriptions(db, calledTeams(draw, settings)))
    const keys = phones.length > 0 && (await storage.read(readPushKeys))
    if (!keys) return
    const texts = new Map<string, string | undefined>()
    for (const { teamId } of phones) {
      if (texts.has(teamId)) continue
      const news = callNews(callNotice(earlier, before.settings, teamId), callNotice(draw, settings, teamId))
      texts.set(teamId, news && JSON.stringify({ ...news, team: teamId }))
    }
    for (const phone of phones) {
      const text = texts.get(phone.teamId)
      if (text) sender.send({ phone, keys, text })
    }
  }

  return {
    tell(revision) {
      const change = recent.get(revision)
      if (!change) return
      tellCalls(change).catch((error: unknown) => {
        if (!isClosed) logProblem('Phones could not be told.', error)
      })
    },
    close() {
      isClosed = true
      unsubscribe()
      sender.close()
    },
  }
}

/** Sends at most `mostAtOnce` messages concurrently, one per phone; a newer message replaces a waiting one. */
function createSender({ storage, clock, contact }: Omit<PhonesParts, 'view'>) {
  const waiting = new Map<string, Message>()
  const sending = new Set<string>()
  const closing = new AbortController()
  let isFailing = false

  function sendWaiting() {
    for (const [id, message] of waiting) {
      if (sending.size >= mostAtOnce || closing.signal.aborted) return
      if (sending.has(id)) continue
      waiting.delete(id)
      sending.add(id)
      deliver(message)
        .then(() => {
          isFailing = false
        }, noteFailure)
        .finally(() => {
          sending.delete(id)
          sendWaiting()
        })
    }
  }

  async function deliver({ phone, keys, text }: Message): Promise<void> {
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
        signal: AbortSignal.any([tooLong.signal, closing.signal]),
      })
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410)
        await storage.transaction((db) => deletePushSubscription(db, phone.id))
      else if (!response.ok) throw new Error(`A push service answered with ${response.status}.`)
    } finally {
      cancel()
    }
  }

  /** Logs once until a message succeeds: a network without internet access would flood the log. */
  function noteFailure(error: unknown) {
    if (!isFailing && !closing.signal.aborted) logProblem('A phone could not be told.', error)
    isFailing = true
  }

  return {
    send(message: Message) {
      waiting.delete(message.phone.id)
      waiting.set(message.phone.id, message)
      sendWaiting()
    },
    close() {
      waiting.clear()
      closing.abort()
    },
  }
}
