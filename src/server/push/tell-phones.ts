import type { CupView } from '../../domain/cup.ts'
import { isShowRunning } from '../../domain/draw/lots.ts'
import { isLongBefore } from '../../domain/night/expected-times.ts'
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
import type { Storage } from '../storage/storage.ts'
import type { PublicView } from '../view.ts'
import { isAccepted, type Message, sendPush } from './send-push.ts'

type PhonesParts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  readonly contact: string
}

type CallMessage = Message & { readonly phone: PushSubscription }

const mostAtOnce = 20
const revisionsKept = 20

/**
 * Web Push for calls. Only the node that made a change calls `tell`, so each call is sent once. Fire and forget, without
 * retries: the next call comes soon.
 */
export function createPhones({ storage, view, clock, contact }: PhonesParts) {
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
    const now = clock.now()
    // A new draw has no calls yet; during its show, and days before the evening, none are announced.
    if (!draw || before.draw?.id !== draw.id || isShowRunning(draw, now.getTime())) return
    if (isLongBefore(draw, settings, now)) return
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
    tell(revision: number) {
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
  const waiting = new Map<string, CallMessage>()
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

  async function deliver(message: CallMessage): Promise<void> {
    const status = await sendPush(message, { clock, contact, signal: closing.signal })
    if (status === 404 || status === 410)
      await storage.transaction((db) => deletePushSubscription(db, message.phone.id))
    else if (!isAccepted(status)) throw new Error(`A push service answered with ${status}.`)
  }

  /** Logs once until a message succeeds: a network without internet access would flood the log. */
  function noteFailure(error: unknown) {
    if (!isFailing && !closing.signal.aborted) logProblem('A phone could not be told.', error)
    isFailing = true
  }

  return {
    send(message: CallMessage) {
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
