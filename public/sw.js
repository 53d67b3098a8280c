/*
 * Opens the app without a network, with the last state it saw. Pages always come from the server first; a kept copy is
 * shown only when the server cannot be reached or lets us wait. Each version of the app has a cache of its own (the
 * version is part of this script's address), and a new one deletes the others, so an old app never outlives an upgrade.
 */

const version = new URL(self.location.href).searchParams.get('version') ?? ''
const cacheName = `cup-${version}`
const patienceMs = 4_000
const pagesKept = 60

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keepAll(event.data.urls, event.source))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || isNeverKept(url)) return
  if (isHashed(url)) event.respondWith(fromCacheFirst(request))
  else event.respondWith(fromNetworkFirst(event))
})

/** The organiser's pages, the live stream and whoever signs in are no business of a shared cache. */
function isNeverKept({ pathname }) {
  return /^\/(admin|login|events|healthz|sw\.js)([/.]|$)/.test(pathname)
}

/** The name of a built file changes with its content, so a copy of it is never old. */
function isHashed({ pathname }) {
  return pathname.startsWith('/static/')
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
  const kept = await caches.match(request)
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
    if (kept) {
      event.waitUntil(
        answer.then((late) => reloadIfUpgraded(kept, late, event.resultingClientId)).catch(() => {}),
      )
      return kept.clone()
    }
    return answer.catch(() => (request.mode === 'navigate' ? nothingKept() : Response.error()))
  }
}

async function fetchAndKeep(event) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request))
  if (mayBeKept(response)) await keep(event.request, response.clone())
  return response.clone()
}

/** The page reads from the server timing how old the copy is that it was opened from. */
async function keep(request, response) {
  const headers = new Headers(response.headers)
  headers.append('server-timing', `saved;desc="${new Date().toISOString()}"`)
  const cache = await caches.open(cacheName)
  await cache.delete(request)
  await cache.put(request, new Response(await response.blob(), { status: 200, headers }))
  const pages = (await cache.keys()).filter(({ url }) => !isHashed(new URL(url)))
  await Promise.all(pages.slice(0, -pagesKept).map((page) => cache.delete(page)))
}

async function keptCopy(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const { pathname, origin } = new URL(request.url)
  // A link to one match or team of the draw: the draw itself is there.
  return pathname === '/draw' ? caches.match(`${origin}/draw`) : undefined
}

/** The built app a page belongs to, as its own HTML names it. */
async function appOf(response) {
  return /manifest-[\w-]+\.js/.exec(await response.clone().text())?.[0]
}

async function reloadIfUpgraded(kept, late, clientId) {
  const client = clientId && (await self.clients.get(clientId))
  if (!client || !mayBeKept(late)) return
  if ((await appOf(kept)) !== (await appOf(late))) client.postMessage({ kind: 'outdated' })
}

async function keepAll(urls, client) {
  const cache = await caches.open(cacheName)
  await Promise.all(
    urls.map(async (address) => {
      const url = new URL(address)
      if (isNeverKept(url) || (isHashed(url) && (await cache.match(address)))) return
      const kept = await cache.match(address)
      const response = await fetch(address).catch(() => undefined)
      if (!response || !mayBeKept(response)) return
      if (isHashed(url)) return cache.put(address, response)
      await keep(address, response.clone())
      if (kept) await reloadIfUpgraded(kept, response, client?.id)
    }),
  )
}

function refuseAfter(milliseconds) {
  return new Promise((_, reject) => setTimeout(reject, milliseconds, new Error('The server lets us wait.')))
}

/** No copy of this page was ever kept: say so, and offer those that were. */
async function nothingKept() {
  const cache = await caches.open(cacheName)
  const urls = (await cache.keys()).map(({ url }) => new URL(url))
  const styles = urls.filter(({ pathname }) => pathname.endsWith('.css'))
  const pages = urls.filter(({ pathname, search }) => /^\/[a-z-]*$/.test(pathname) && search === '')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline</title>
${styles.map(({ pathname }) => `<link rel="stylesheet" href="${pathname}">`).join('\n')}
</head>
<body>
<main class="offline-page">
<h1 class="display">Offline</h1>
<p role="alert">There is no connection, and this page was not opened before.</p>
<p><a class="button button-primary" href="">Retry</a></p>
<ul>
${pages.map(({ pathname }) => `<li><a href="${pathname}">${pageName(pathname)}</a></li>`).join('\n')}
</ul>
</main>
</body>
</html>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

function pageName(pathname) {
  const words = pathname.slice(1).replaceAll('-', ' ') || 'home'
  return words[0].toUpperCase() + words.slice(1)
}
