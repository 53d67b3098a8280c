/*
 * Opens the app without a network, with the last state it saw. Pages always come from the server first; a kept copy is
 * shown only when the server cannot be reached or lets us wait. Each version of the app has a cache of its own (the
 * version is part of this script's address), and a new one deletes the others, so an old app never outlives an upgrade.
 */

const version = new URL(self.location.href).searchParams.get('version') ?? ''
const cacheName = `cup-${version}`
// One address has one copy here, whatever headers it was asked with.
const look = { cacheName, ignoreVary: true }
const patienceMs = 4_000
const pagesKept = 60
const offlinePage = '/offline'
/** The revision that the kept pages were last brought level with; forgotten with the worker, which costs a few requests. */
let levelWith

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // One that does not come now comes with the next page.
  event.waitUntil(keepIfNew(offlinePage).catch(() => {}))
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  const { kind, urls = [], url, revision } = event.data ?? {}
  if (kind === 'keep') event.waitUntil(Promise.allSettled(urls.map(keepIfNew)))
  if (kind === 'bring-level')
    event.waitUntil(bringLevel(revision, event.source?.url ?? '').catch(forgetLevel))
  if (kind === 'opened-from-copy') event.waitUntil(reloadIfUpgraded(url, event.source))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || isNeverKept(url)) return
  if (isHashed(url)) event.respondWith(fromCacheFirst(request))
  else if (url.pathname.endsWith('.data')) event.respondWith(dataOrWholePage(event))
  else event.respondWith(fromNetworkFirst(event))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(comeToFront(new URL(event.notification.data?.url ?? '/draw', self.location.origin)))
})

/** Whoever taps a notification wants the page it came from: the open one shows it, or else it is opened. */
async function comeToFront(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const openAt = (path) => pages.find((client) => new URL(client.url).pathname === path)
  const page = openAt(url.pathname) ?? openAt('/schedule')
  if (!page) return self.clients.openWindow(url.href)
  page.postMessage({ kind: 'notice-tapped' })
  return page.focus()
}

/** The organiser's pages, the live stream and whoever signs in are no business of a shared cache. */
function isNeverKept({ pathname }) {
  return /^\/(admin|login|events|healthz|sw\.js)([/.]|$)/.test(pathname)
}

/** The name of a built file changes with its content, so a copy of it is never old. */
function isHashed({ pathname }) {
  return pathname.startsWith('/static/')
}

function isPage(url) {
  return !isHashed(url) && url.pathname !== offlinePage
}

function mayBeKept(response) {
  const cacheControl = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !/private|no-store/.test(cacheControl)
  )
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function fromCacheFirst(request) {
  const kept = await caches.match(request, look)
  if (kept) return kept
  const response = await fetch(request)
  if (mayBeKept(response)) await (await caches.open(cacheName)).put(request, response.clone())
  return response
}

async function fromNetworkFirst(event) {
  const { request } = event
  const answer = fetchAndKeep(event)
  // Kept alive also when it comes too late to be shown.
  event.waitUntil(answer.catch(() => {}))
  try {
    return await Promise.race([answer, refuseAfter(patienceMs)])
  } catch {
    const kept = await keptCopy(request)
    if (kept) return kept
    return answer.catch(() =>
      request.mode === 'navigate' ? nothingKept(new URL(request.url)) : Response.error(),
    )
  }
}

async function fetchAndKeep(event) {
  const { request } = event
  const response = (await event.preloadResponse) ?? (await fetch(request))
  // A proxy's word for a server that is away.
  if (response.status === 502 || response.status === 504) throw new Error('The server is away.')
  const address = keptUnder(request.url)
  if (address !== request.url) event.waitUntil(fetchAnew(address).catch(() => {}))
  else if (mayBeKept(response)) event.waitUntil(keep(address, response.clone()))
  if (request.mode === 'navigate') event.waitUntil(keepIfNew(offlinePage).catch(() => {}))
  return response
}

/**
 * A link within the app asks only for the next page's data. When that does not come, the router is told to open the kept
 * page whole, which knows how old it is; when it does, the page itself is kept too, or it could not be opened again.
 */
async function dataOrWholePage(event) {
  const { request } = event
  const page = pageOf(request.url)
  const answer = fetch(request)
  event.waitUntil(answer.then((response) => mayBeKept(response) && keepIfNew(page.href)).catch(() => {}))
  try {
    return await Promise.race([answer, refuseAfter(patienceMs)])
  } catch {
    const isSamePage = request.referrer && new URL(request.referrer).pathname === page.pathname
    if (isSamePage || !(await keptCopy(page.href))) return answer
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

/** A link to one match or team of the draw: the draw itself is kept, once. */
function keptUnder(address) {
  const url = new URL(address, self.location.origin)
  url.hash = ''
  if (url.pathname === '/draw') url.search = ''
  return url.href
}

async function keepIfNew(address) {
  const under = keptUnder(address)
  if (!isNeverKept(new URL(under)) && !(await caches.match(under, look))) await fetchAnew(under)
}

async function fetchAnew(address) {
  const response = await fetch(address)
  if (mayBeKept(response)) await keep(address, response.clone())
  return response
}

/** A page shown from a copy asks this once it has a connection: the app may have been upgraded since the copy was taken. */
async function reloadIfUpgraded(address, client) {
  const app = await appOf(await fetchAnew(keptUnder(address)))
  if (app && app !== version) client.postMessage({ kind: 'upgraded' })
}

async function appOf(response) {
  return /manifest-([\w-]+)\.js/.exec(await response.text())?.[1]
}

/**
 * What the stream tells an open page is kept from its revision on, and a copy of an older one could not go on from there. So
 * each other page is asked for once more, one after the other and with pauses: a whole bar that opens the cup is no crowd.
 */
async function bringLevel(revision, opened) {
  if (revision === levelWith) return
  levelWith = revision
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    const isDocument = (await cache.match(request))?.headers.get('content-type')?.startsWith('text/html')
    if (!isDocument || !isPage(new URL(request.url)) || request.url === keptUnder(opened)) continue
    await new Promise((resume) => setTimeout(resume, 500 + Math.random() * 2_000))
    const response = await fetch(request.url)
    // Of an upgraded app this worker keeps nothing: the next one does.
    if ((await appOf(response.clone())) !== version) return
    if (mayBeKept(response)) await keep(request.url, response)
  }
}

function forgetLevel() {
  levelWith = undefined
}

/** The page reads from the server timing how old the copy is that it was opened from. */
async function keep(request, response) {
  const headers = new Headers(response.headers)
  // The copy is no longer compressed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.append('server-timing', `saved;desc="${new Date().toISOString()}"`)
  const cache = await caches.open(cacheName)
  await cache.delete(request)
  await cache.put(request, new Response(await response.blob(), { status: 200, headers }))
  const pages = (await cache.keys()).filter(({ url }) => isPage(new URL(url)))
  await Promise.all(pages.slice(0, -pagesKept).map((page) => cache.delete(page)))
}

function keptCopy(request) {
  return caches.match(keptUnder(request.url ?? request), look)
}

function refuseAfter(milliseconds) {
  return new Promise((_, reject) => setTimeout(reject, milliseconds, new Error('The server lets us wait.')))
}

/** No copy of this page was ever kept: a page that says so, and offers those that were. */
async function nothingKept({ pathname }) {
  const page = await caches.match(offlinePage, look)
  const headers = new Headers(page?.headers ?? { 'content-type': 'text/plain; charset=utf-8' })
  // Nobody stands beside the bar's screen to press Retry.
  if (pathname === '/screen') headers.set('refresh', '15')
  return new Response(page?.body ?? 'There is no connection, and this page was not opened before.', {
    status: 503,
    headers,
  })
}
