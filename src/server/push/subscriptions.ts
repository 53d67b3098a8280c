import type { TeamId } from '../../domain/cup.ts'
import { firstPush } from '../../domain/messages.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { entryName } from '../../domain/teams/names.ts'
import type { Clock } from '../clock.ts'
import { hashToken } from '../ids.ts'
import type { Limits } from '../rate-limits.ts'
import {
  countPushSubscriptions,
  deletePushSubscription,
  findPushSubscription,
  readPushKeys,
  savePushSubscription,
} from '../storage/push-rows.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { currentEditionTeams, findByLink, isListed } from '../storage/team-rows.ts'
import { arePhoneKeys, type PhoneKeys, publicKeyOf } from './encrypt.ts'
import { isAccepted, sendPush } from './send-push.ts'

type PhoneForm = PhoneKeys & {
  readonly team: TeamId
  readonly endpoint: string
  /** The token of the team's own link, if the phone has it. */
  readonly link?: string
}

type SubscriptionParts = {
  readonly storage: Storage
  readonly clock: Clock
  readonly limits: Limits
  readonly contact: string
  readonly isService: (endpoint: URL) => boolean
}

const most = { ofTeam: 50, ofAll: 5_000 }
/** Additional places for phones with the team's own link, so that strangers cannot take them all. */
const reserved = { ofTeam: 10, ofAll: 1_000 }
const longestEndpoint = 1_000

/** Web Push subscriptions, outside the journal and the public view. */
export function createSubscriptions(parts: SubscriptionParts) {
  const { storage, clock, limits, isService } = parts
  return {
    /** The VAPID public key. */
    async pushKey() {
      const keys = await storage.read(readPushKeys)
      if (!keys) throw new Error('The cup has no keys for push services.')
      return publicKeyOf(keys)
    },

    /** Replaces the team that this phone followed before. */
    async followByPush(
      { team, endpoint, p256dh, auth, link = '' }: PhoneForm,
      address: string,
    ): Promise<Outcome<undefined>> {
      const url = endpoint.length <= longestEndpoint ? URL.parse(endpoint) : null
      if (!url || !arePhoneKeys({ p256dh, auth })) return refused('unknown-action')
      if (!isService(url)) return refused('push-service-unknown')
      const phone = { id: hashToken(url.href), teamId: team, endpoint: url.href, p256dh, auth }
      // From storage, not the view: the team may have just registered on another node.
      const { entry, known, owner, keys } = await storage.read(async (db) => ({
        entry: (await currentEditionTeams(db, [team]))[0],
        known: await findPushSubscription(db, phone.id),
        owner: await findByLink(db, link),
        keys: await readPushKeys(db),
      }))
      if (!entry || !isListed(entry) || !keys) return refused('no-such-team')
      const isKnown = known?.p256dh === p256dh && known.auth === auth
      if (isKnown && known.teamId === team) return done(undefined)
      const isOwn = owner.ok && owner.value.id === team
      const wait = isOwn
        ? limits.take('own-push-subscription', team)
        : limits.take('push-subscription', address)
      if (wait > 0) return refused('push-slow')
      const isFull = async (db: Db) =>
        (await countPushSubscriptions(db, team)) >= most.ofTeam + (isOwn ? reserved.ofTeam : 0) ||
        (!known && (await countPushSubscriptions(db)) >= most.ofAll + (isOwn ? reserved.ofAll : 0))
      if (await storage.read(isFull)) return refused('push-full')
      // Verifies the endpoint: its service must accept a first message, so that made-up ones take no place.
      const text = JSON.stringify(firstPush(entryName(entry)))
      if (!isKnown && !isAccepted(await sendPush({ phone, keys, text }, parts)))
        return refused('push-not-accepted')
      return storage.transaction(async (db) => {
        if (await isFull(db)) return refused('push-full')
        await savePushSubscription(db, { ...phone, createdAt: clock.now().toISOString() })
        return done(undefined)
      })
    },

    /** No other authorisation: only the phone knows its endpoint. */
    async unfollowByPush(endpoint: string) {
      const id = hashToken(URL.parse(endpoint)?.href ?? '')
      if (await storage.read((db) => findPushSubscription(db, id)))
        await storage.transaction((db) => deletePushSubscription(db, id))
    },
  }
}

/** Chrome and most other browsers, Chromium, Firefox. */
const hosts = ['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']
/** Safari, Edge. */
const domains = ['.push.apple.com', '.notify.windows.com']

/** Allowlist against SSRF: the endpoint comes from a visitor, and the server sends requests to it. */
export function isPushService({ protocol, host, username, password }: URL): boolean {
  // `host` includes a port other than 443, and then matches nothing.
  const isKnown = hosts.includes(host) || domains.some((domain) => host.endsWith(domain))
  return protocol === 'https:' && isKnown && username === '' && password === ''
}
