/*
 * Opens the app without a network: pages are network first, with a dated copy as the fallback when the server is
 * unreachable or slow; hashed files are cache first. Each version of the app has its own cache (the version is part of
 * this script's address) and deletes the others.
 */

const cacheName = `cup-${new URL(self.location.href).searchParams.get('version') ?? ''}`
// One copy per address, whatever the request's headers.
const look = { cacheName, ignoreVary: true }
const patienceMs = 4_000
const pagesKept = 60
const offlinePage = '/offline'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // If this fails, the next page tries again.
  event.waitUntil(keepIfNew(offlinePage).catch(() => {}))
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  const { kind, urls = [] } = event.data ?? {}
  if (kind === 'keep') event.waitUntil(Promise.allSettled(urls.map(keepIfNew)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isOwnLink(url) && request.mode === 'navigate') event.respondWith(fromNetworkOnly(event))
  else if (isNeverKept(url)) return
  else if (isHashed(url)) event.respondWith(fromCacheFirst(event))
  else if (url.pathname.endsWith('.data')) event.respondWith(dataOrWholePage(event))
  else event.respondWith(fromNetworkFirst(event))
})

self.addEventListener('push', (event) => event.waitUntil(showCall(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url = '/draw', key } = event.notification.data ?? {}
  event.waitUntil(comeToFront(new URL(url, self.location.origin), key))
})

/** Shows a call of the followed team as its page does (src/web/follow/follow.tsx), with the same tag and key. */
async function showCall(data) {
  const {
    title,
    body,
    tag,
    key,
    team,
    url = `/draw${team ? `?team=${encodeURIComponent(team)}` : ''}`,
  } = callFrom(data)
  await navigator.locks.request('notify', async () => {
    const shown = await self.registration.getNotifications({ tag })
    // Browsers require a notification for each push: one that a page has shown already is repeated silently.
    const isShown = shown.some((notification) => notification.data?.key === key)
    const options = {
      body,
      tag,
      icon: '/icon-192.png',
      renotify: !isShown,
      silent: isShown,
      data: { url, key },
    }
    await self.registration.showNotification(title, options)
  })
}

function callFrom(data) {
  const fallback = { title: 'The cup', body: 'Have a look at the draw.', tag: 'draw' }
  try {
    return { ...fallback, ...data.json() }
  } catch {
    return fallback
  }
}

/** A tapped notification brings its page to the front, or opens it. */
async function comeToFront(url, key) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const openAt = (path) => pages.find((client) => new URL(client.url).pathname === path)
  const page = openAt(url.pathname) ?? openAt('/schedule')
  if (!page) return self.clients.openWindow(url.href)
  page.postMessage({ kind: 'notice-tapped', key })
  return page.focus()
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  const preload = self.registration.navigationPreload
  // Firefox fails a page whose preload fails, whatever the worker answers: github.com/GoogleChrome/workbox/issues/3134.
  await (navigator.userAgent.includes('Firefox') ? preload?.disable() : preload?.enable())
  await self.clients.claim()
}

async function fromCacheFirst(event) {
  const { request } = event
  return (await caches.match(request, look)) ?? keepWhileShown(event, await fetch(request))
}

async function fromNetworkFirst(event) {
  const { request } = event
  const isPage = request.mode === 'navigate'
  const answer = fromServer(event).then((response) => keepWhileShown(event, response))
  // Cached even if it arrives too late to be shown.
  event.waitUntil(answer.catch(() => {}))
  if (isPage) event.waitUntil(keepIfNew(offlinePage).catch(() => {}))
  try {
    return await withinPatience(answer)
  } catch {
    const kept = await datedCopy(request.url)
    return kept ?? answer.catch(() => (isPage ? nothingKept(new URL(request.url)) : Response.error()))
  }
}

/** Not cached. Without a network the answer is the offline page, which lists the cached ones, not the browser's error. */
function fromNetworkOnly(event) {
  return fromServer(event).catch(() => nothingKept(new URL(event.request.url)))
}

async function fromServer({ request, preloadResponse }) {
  return served((await preloadResponse) ?? (await fetch(request)))
}

/** Throws on a proxy's answer while the server is away. */
function served(response) {
  if (response.status === 502 || response.status === 504) throw new Error('The server is away.')
  return response
}

/**
 * A navigation within the app requests only the page's data. If that fails, redirects the router to the page's copy, which
 * shows its age; if it succeeds, caches the page itself too.
 */
async function dataOrWholePage(event) {
  const { request } = event
  const page = pageOf(request.url)
  const answer = fetch(request)
  event.waitUntil(answer.then((response) => mayBeKept(response) && keepAnew(page.href)).catch(() => {}))
  try {
    return await withinPatience(answer.then(served))
  } catch {
    const isSamePage = request.referrer && new URL(request.referrer).pathname === page.pathname
    if (isSamePage || !(await datedCopy(page.href))) return answer
    const headers = { 'x-remix-redirect': page.pathname + page.search, 'x-remix-reload-document': 'true' }
    return new Response(null, { status: 204, headers })
  }
}

function pageOf(dataUrl) {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/_?\.data$/, '')
  url.searchParams.delete('_routes')
  return url
}

function withinPatience(answer) {
  const tooLate = new Promise((_, reject) =>
    setTimeout(reject, patienceMs, new Error('The server lets us wait.')),
  )
  return Promise.race([answer, tooLate])
}

/** Organisers' pages, teams' own links, the sign-in and the live stream are never kept. */
function isNeverKept({ pathname }) {
  return /^\/(admin|entry|login|events|healthz|push|sw\.js)([/.]|$)/.test(pathname)
}

/** A team's own page, which may be on its home screen. */
function isOwnLink({ pathname }) {
  return pathname.startsWith('/entry/')
}

/** Immutable: the name of a built file contains a hash of its content. */
function isHashed({ pathname }) {
  return pathname.startsWith('/static/')
}

function mayBeKept({ status, type, redirected, headers }) {
  const isPrivate = /private|no-store/.test(headers.get('cache-control') ?? '')
  return status === 200 && type === 'basic' && !redirected && !isPrivate
}

/** Cache key: links to one match or team share the copy of the whole draw. */
function keptUnder(address) {
  const url = new URL(address, self.location.origin)
  url.hash = ''
  if (url.pathname === '/draw' || url.pathname.startsWith('/past-tournaments/')) url.search = ''
  return url
}

async function keepIfNew(address) {
  if (!(await caches.match(keptUnder(address), look))) await keepAnew(address)
}

async function keepAnew(address) {
  const url = keptUnder(address)
  if (!isNeverKept(url)) await keep(url, await fetch(url))
}

/** Keeps a copy without holding up the page. */
function keepWhileShown(event, response) {
  const url = keptUnder(event.request.url)
  const kept = url.href === event.request.url ? keep(url, response.clone()) : keepAnew(url)
  event.waitUntil(kept.catch(() => {}))
  return response
}

async function keep(url, response) {
  if (!mayBeKept(response)) return
  const cache = await caches.open(cacheName)
  await cache.put(url, response)
  const pages = (await cache.keys()).filter(
    (page) => !isHashed(new URL(page.url)) && !page.url.endsWith(offlinePage),
  )
  await Promise.all(pages.slice(0, -pagesKept).map((page) => cache.delete(page)))
}

/** Adds the copy's date as a server timing, which the page can read. */
async function datedCopy(address) {
  const copy = await caches.match(keptUnder(address), look)
  if (!copy) return undefined
  const headers = new Headers(copy.headers)
  // The copy is no longer compressed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.append('server-timing', `saved;desc="${headers.get('date')}"`)
  return new Response(copy.body, { headers })
}

/** The offline page, for a page without a copy: it lists the copies there are. */
async function nothingKept({ pathname }) {
  const page = await caches.match(offlinePage, look)
  const headers = new Headers(page?.headers ?? { 'content-type': 'text/plain; charset=utf-8' })
  // The bar's TV is unattended: it retries automatically.
  if (pathname === '/screen') headers.set('refresh', '15')
  // The address may contain a team's secret token.
  headers.set('referrer-policy', 'no-referrer')
  return new Response(page?.body ?? 'There is no connection, and this page is not saved on this device.', {
    status: 503,
    headers,
  })
}
