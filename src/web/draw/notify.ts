/** Whether this device shows notifications; 'denied' where there are none. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}

/** Shows a notification where the person allowed it; phones only take them from a service worker. */
export async function notify(words: string, tag: string) {
  if (canNotify() !== 'granted') return
  const worker = await navigator.serviceWorker?.getRegistration()
  try {
    if (worker) await worker.showNotification(words, { tag })
    else new Notification(words, { tag })
  } catch {
    // The page says it anyway.
  }
}
