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

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  const { kind, urls = [], url } = event.data ?? {}
  if (kind === 'keep') event.waitUntil(Promise.allSettled(urls.map(keepIfNew)))
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
  if (mayBeKept(response)) event.waitUntil(keep(request, response.clone()))
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

async function keepIfNew(address) {
  if (!isNeverKept(new URL(address)) && !(await caches.match(address, look))) await fetchAnew(address)
}

async function fetchAnew(address) {
  const response = await fetch(address)
  if (mayBeKept(response)) await keep(address, response.clone())
  return response
}

/** A page shown from a copy asks this once it has a connection: the app may have been upgraded since the copy was taken. */
async function reloadIfUpgraded(address, client) {
  const response = await fetchAnew(address)
  const app = /manifest-([\w-]+)\.js/.exec(await response.text())?.[1]
  if (app && app !== version) client.postMessage({ kind: 'upgraded' })
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
  const pages = (await cache.keys()).filter(({ url }) => !isHashed(new URL(url)))
  await Promise.all(pages.slice(0, -pagesKept).map((page) => cache.delete(page)))
}

async function keptCopy(request) {
  const kept = await caches.match(request, look)
  if (kept) return kept
  const { pathname, origin } = new URL(request.url ?? request)
  // A link to one match or team of the draw: the draw itself is there.
  return pathname === '/draw' ? caches.match(`${origin}/draw`, look) : undefined
}

function refuseAfter(milliseconds) {
  return new Promise((_, reject) => setTimeout(reject, milliseconds, new Error('The server lets us wait.')))
}

/** No copy of this page was ever kept: say so, and offer those that were. */
async function nothingKept({ pathname: wanted }) {
  const cache = await caches.open(cacheName)
  const urls = (await cache.keys()).map(({ url }) => new URL(url))
  const letters = urls.find(({ pathname }) => /archivo-latin-standard[^/]*\.woff2$/.test(pathname))
  const pages = urls.filter(({ pathname, search }) => /^\/[a-z-]*$/.test(pathname) && search === '')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline</title>
${wanted === '/screen' ? '<meta http-equiv="refresh" content="15">' : ''}
<style>${letters ? fontFace(letters.pathname) : ''}${style}</style>
</head>
<body>
<main>
${court}
<h1>Offline</h1>
<p role="alert">There is no connection, and this page was not opened before.</p>
<p><a class="first" href="">Retry</a></p>
${pages.length > 0 ? '<p class="status">Opened before, and kept on this device:</p>' : ''}
<ul>
${pages.map(({ pathname }) => `<li><a href="${pathname}">${pageName(pathname)}</a></li>`).join('\n')}
</ul>
</main>
</body>
</html>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

function fontFace(pathname) {
  return `@font-face{font-family:"Archivo Variable";src:url("${pathname}");font-weight:100 900;font-stretch:62% 125%}`
}

/** That of server/http/plain-page.ts, word for word: a page that can ask for no other file. */
const style = `
:root{color-scheme:light dark;--ground:#f5f3e8;--raised:#fffefa;--line:#cdd3c5;--control:#6a7a6e;--chalk:#0e1a13;--muted:#3d4f44;--ball:#1b5e2f;--action:#14502f;--on-action:#f4ffc9}
@media (prefers-color-scheme:dark){:root{--ground:#0c1511;--raised:#13211a;--line:#2b4034;--control:#6f897b;--chalk:#f3f0e4;--muted:#a6b9ad;--ball:#dcff3c;--action:#dcff3c;--on-action:#0c1511}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;overflow-x:hidden;background:var(--ground);color:var(--chalk);
font:1.125rem/1.5 "Archivo Variable","Helvetica Neue",Arial,sans-serif}
main{width:min(34rem,100%)}
svg{display:block;width:100%;margin-bottom:1.5rem;color:var(--control)}
p{margin:0 0 .75rem;text-wrap:balance}
.status{color:var(--muted);font-variant-numeric:tabular-nums;letter-spacing:.08em}
h1{margin:0 0 .75rem;font-family:"Archivo Variable","Arial Narrow","Helvetica Neue",Arial,sans-serif;font-size:3rem;font-stretch:75%;font-weight:800;line-height:1;text-transform:uppercase;text-wrap:balance}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem;margin:1.5rem 0 0;padding:0;list-style:none}
a{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.125rem;border:1.5px solid var(--control);border-radius:.625rem;
color:inherit;font-weight:700;line-height:1.2;text-decoration:none}
p>a{margin:.75rem .5rem 0 0}
li>a{justify-content:flex-start;width:100%;border-color:var(--line);background:var(--raised)}
a:hover{border-color:var(--ball)}
a:focus-visible{outline:3px solid var(--ball);outline-offset:2px}
a.first{border-color:var(--action);background:var(--action);color:var(--on-action)}
`

const court =
  '<svg aria-hidden="true" viewBox="0 0 720 324" fill="none" stroke="currentColor" stroke-width="3"><path d="M0 322 175 2h370l175 320M74 322 212 2M646 322 508 2M186 62h348M115 226h490M360 62v164M0 322h720"/></svg>'

function pageName(pathname) {
  const words = pathname.slice(1).replaceAll('-', ' ') || 'home'
  return words[0].toUpperCase() + words.slice(1)
}
