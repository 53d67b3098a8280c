import type { CallNotice } from '../../domain/night/follow-words.ts'

/** Whether this device shows notifications; 'denied' where there are none. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}

/** Shows a notification through the service worker, if allowed; it replaces the last one with the same tag. */
export async function notify({ title, body, tag, key }: CallNotice, url: string) {
  if (canNotify() !== 'granted') return
  const options = { body, tag, icon: '/icon-192.png', renotify: true, data: { url, key } }
  const worker = await navigator.serviceWorker?.getRegistration()
  try {
    if (worker) await navigator.locks.request('notify', () => showOnce(worker, title, options))
    else new Notification(title, options).onclick = () => focus()
  } catch {
    // The page says it anyway.
  }
}

/** Several pages may be open, and each would say the same; so does a push (public/sw.js). */
async function showOnce(worker: ServiceWorkerRegistration, title: string, options: NotificationOptions) {
  const shown = await worker.getNotifications(options.tag ? { tag: options.tag } : {})
  if (!shown.some((one) => one.data?.key === options.data.key)) await worker.showNotification(title, options)
}
