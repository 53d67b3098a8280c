import { Star } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import type { CallNotice } from '../../domain/night/follow-words.ts'
import { remember, remembered } from '../device-storage.ts'

const key = 'followedTeam'
const listeners = new Set<() => void>()

/** The team this device follows. Stored locally; the server learns it only for push notifications. */
export function useFollowedTeam(): TeamId | undefined {
  return useSyncExternalStore(subscribe, followedTeam, () => undefined)
}

export function follow(team: TeamId | undefined) {
  remember(key, team)
  for (const listener of listeners) listener()
  // If this fails, the next page retries.
  if (canNotify() === 'granted') import('./web-push.ts').then(({ pushFor }) => pushFor(team)).catch(() => {})
}

export function followedTeam(): TeamId | undefined {
  return remembered(key)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The permission; 'denied' if the browser has no notifications. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}

/** Shows a notification through the service worker, if permitted; it replaces the last one with the same tag. */
export async function notify({ title, body, tag, key }: CallNotice, url: string) {
  if (canNotify() !== 'granted') return
  const options = { body, tag, icon: '/icon-192.png', renotify: true, data: { url, key } }
  const worker = await navigator.serviceWorker?.getRegistration()
  try {
    if (worker) await navigator.locks.request('notify', () => showOnce(worker, title, options))
    else new Notification(title, options).onclick = () => focus()
  } catch {
    // The page shows it anyway.
  }
}

/** Deduplicates across open pages and pushes (public/sw.js). */
async function showOnce(worker: ServiceWorkerRegistration, title: string, options: NotificationOptions) {
  const shown = await worker.getNotifications(options.tag ? { tag: options.tag } : {})
  if (!shown.some((one) => one.data?.key === options.data.key)) await worker.showNotification(title, options)
}

/** Toggle: follows a team on this device. */
export function FollowButton({ team, label }: { team: TeamId; label: string }) {
  const isFollowed = useFollowedTeam() === team
  const words = isFollowed ? 'Following' : 'Follow'
  return (
    <button
      type="button"
      className="needs-script button button-quiet shrink-0"
      aria-label={`${words} ${label}`}
      onClick={() => follow(isFollowed ? undefined : team)}
    >
      <Star aria-hidden="true" size={18} className={isFollowed ? 'fill-current text-ball' : ''} />
      {words}
    </button>
  )
}
