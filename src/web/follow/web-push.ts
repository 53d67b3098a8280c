import type { TeamId } from '../../domain/cup.ts'
import { pushFailed } from '../../domain/messages.ts'
import { paths } from '../paths.ts'
import { answered } from '../reachable.ts'

const words = {
  http: 'Notifications on a locked phone need an https address: keep this page open, or ask the organisers for that address.',
  homeScreen:
    'On an iPhone or iPad, add the cup to the home screen first (Share, then Add to Home Screen), and follow your team there.',
  homePage:
    'On an iPhone or iPad, notifications need the cup on the home screen: open its home page, add that (Share, then Add to Home Screen), and follow your team there.',
  browser:
    'This browser cannot notify you while the page is closed: keep it open, or follow your team in another browser.',
  blocked:
    'Notifications are blocked for this site: allow them in your browser settings, then open this page again.',
}

/** What the server answers to `pushFor`; `error` is the sentence to show. */
export type PushAnswer = { readonly key?: string; readonly error?: string }

/**
 * Why this device cannot receive pushes, and what to do about it; undefined if it can. `isOwnPage`: a team's own page has no manifest,
 * without which an iPhone's home screen gets a bookmark.
 */
export function pushObstacle(
  isOwnPage: boolean,
): { readonly why: string; readonly isHomeScreen?: boolean } | undefined {
  if (!isSecureContext) return { why: words.http }
  if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window))
    return isApplePhone()
      ? { why: isOwnPage ? words.homePage : words.homeScreen, isHomeScreen: true }
      : { why: words.browser }
  return Notification.permission === 'denied' ? { why: words.blocked } : undefined
}

/** An iPad's user agent says Macintosh. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/**
 * Subscribes this device to a team's calls, or unsubscribes it. Resolves to an error sentence on failure. `link`: the token of the team's
 * own link, for which places are reserved.
 */
export async function pushFor(team: TeamId | undefined, link = ''): Promise<string | undefined> {
  try {
    return await (team ? subscribe(team, link) : unsubscribe())
  } catch {
    return pushFailed
  }
}

async function subscribe(team: TeamId, link: string): Promise<string | undefined> {
  const { key, error } = await ask()
  if (!key) return error ?? pushFailed
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = (await subscriptionWith(key)).toJSON()
  return (await ask({ intent: 'follow', team, link, endpoint, p256dh, auth })).error
}

async function subscriptionWith(key: string): Promise<PushSubscription> {
  const { pushManager } = await worker()
  const known = await pushManager.getSubscription()
  if (known && keyOf(known) === key) return known
  // The VAPID key has changed: the cup was restored from an older backup.
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function unsubscribe(): Promise<undefined> {
  const subscription = await (await worker()).pushManager.getSubscription()
  if (!subscription) return
  // One of the two suffices: the push service reports a gone subscription to the server.
  await Promise.allSettled([
    ask({ intent: 'unfollow', endpoint: subscription.endpoint }),
    subscription.unsubscribe(),
  ])
}

/** Registered some seconds after a first visit. */
function worker(): Promise<ServiceWorkerRegistration> {
  return answered(navigator.serviceWorker.ready, () => {
    throw new Error('There is no worker.')
  })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}

async function ask(fields?: Record<string, string>): Promise<PushAnswer> {
  const post = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const failed = new Response(JSON.stringify({ error: pushFailed }))
  const response = await answered(fetch(paths.push, post), () => failed)
  return response.json()
}
