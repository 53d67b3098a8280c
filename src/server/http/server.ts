import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { Hub } from '../live/hub.ts'
import { logProblem } from '../log.ts'
import { createNearbySite } from '../nearby-site.ts'
import { createPageAddresses, type PageRow } from './page-address.ts'
import { offlinePage, type Problem, type ProblemStatus, rawProblem, sendProblem } from './plain-page.ts'
import { TooBusy } from './render-page.ts'
import { isSecureSite, loggedPath, requestProblem, siteOf, type Visit, visitOf } from './request.ts'
import { createResource, type Resource, sendRedirect, sendResource } from './respond.ts'
import { securityHeaders } from './security-headers.ts'
import { createPageServer, type PageServerParts } from './serve-page.ts'
import { loadStaticFiles } from './static-files.ts'

export type CupServerParts = PageServerParts & {
  readonly hub: Hub
  readonly pageRows: readonly PageRow[]
  /** The folder of the built scripts, styles and pictures. */
  readonly files: string
  /** Vite's, which serves the files. Turns the page cache and the content security policy off. */
  readonly development?: Middleware | undefined
}

export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than the 60 s of most proxies, so that the proxy closes the connection first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
const graceMs = 3_000

export function createCupServer(parts: CupServerParts) {
  const { hub, config } = parts
  const server = createServer(limits)
  const port = () => (server.address() as AddressInfo | null)?.port ?? config.port
  server.on('request', createRouting(parts, port))
  server.on('clientError', (error, socket) => refuseConnection(error, socket, parts.clock))

  let isClosing = false
  return {
    /** Returns the port. */
    async listen(): Promise<number> {
      await once(server.listen(config.port, config.host), 'listening')
      return (server.address() as AddressInfo).port
    },
    /** Graceful: ends the live streams, and gives pending requests 3 s. */
    async close(): Promise<void> {
      if (isClosing) return
      isClosing = true
      const closed = new Promise((resolve) => server.close(resolve))
      hub.close()
      // A busy connection becomes idle once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(giveUp)
    },
  }
}

/** Routes a request: cached page, problem, fixed address, or page of the table. */
function createRouting(parts: CupServerParts, port: () => number) {
  const { view, config, development } = parts
  const nearby = createNearbySite({ host: config.host, port })
  const pages = createPageServer(parts, nearby, development !== undefined)
  const pageAddress = createPageAddresses(parts.pageRows)
  const fixedAddresses = createFixedAddresses(parts)

  return function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const site = siteOf(request, config)
    if (!site) {
      sendProblem(response, { status: 400 }, false)
      return
    }
    const visit = visitOf(request, response, site)
    const cached = pages.find(visit)
    const sending = cached ? sendResource(response, cached) : route(visit)
    sending?.catch((error: unknown) => sendFailure(visit, error))
  }

  async function route(visit: Visit): Promise<void> {
    const { request, response, url, path, isSecure, isRead } = visit
    const problem = requestProblem(visit, config.origin !== undefined)
    if (problem) return sendProblem(response, problem, isSecure)

    const sendFixed = fixedAddresses.get(path)
    if (sendFixed && isRead) return sendFixed(visit)
    if (sendFixed) return sendProblem(response, { status: 405, headers: { allow: 'GET, HEAD' } }, isSecure)
    if (development && (await wasAnsweredBy(development, request, response))) return

    const address = pageAddress(url, view.current())
    if (address.redirect) return sendRedirect(response, address.redirect, isSecure)
    if (!address.exists && (!isRead || path.startsWith('/static/')))
      return sendProblem(response, { status: 404 }, isSecure)
    return pages.send(visit, address)
  }
}

type Send = (visit: Visit) => void | Promise<void>

/** Files, health and the event stream: GET only, and no pages. */
function createFixedAddresses(parts: CupServerParts): ReadonlyMap<string, Send> {
  const files = [...loadFiles(parts)]
  return new Map<string, Send>([
    ...files.map(([path, file]): [string, Send] => [path, ({ response }) => sendResource(response, file)]),
    ['/healthz', (visit) => sendHealth(visit, parts)],
    [
      '/events',
      ({ request, response, isSecure, token }) => {
        response.setHeaders(new Map(Object.entries(securityHeaders(isSecure))) as Map<string, string>)
        const isOrganiser = async () => (await parts.app.organiserOf(token)) !== undefined
        parts.hub.connect(request, response, isOrganiser)
      },
    ],
  ])
}

/** Every file by its address, and the service worker's offline page. */
function loadFiles({ files: folder, config, development }: CupServerParts): ReadonlyMap<string, Resource> {
  const isSecure = isSecureSite(config.origin ?? '')
  const files = development ? new Map<string, Resource>() : loadStaticFiles(folder, isSecure)
  const font = [...files.keys()].find((path) => /archivo-latin-standard[^/]*\.woff2$/.test(path))
  return new Map([...files, ['/offline', createResource(offlinePage(font, isSecure))]])
}

/** For monitoring. */
async function sendHealth({ response, isSecure }: Visit, { app, view, hub }: CupServerParts): Promise<void> {
  const isHealthy = await app.isHealthy()
  const storage = app.storageName()
  const health = isHealthy
    ? { status: 'ok', storage, revision: view.current()?.revision, listeners: hub.size }
    : { status: 'unavailable', storage }
  const answer = {
    status: isHealthy ? 200 : 503,
    type: 'application/json; charset=utf-8',
    headers: { 'cache-control': 'no-store', ...securityHeaders(isSecure) },
    body: Buffer.from(`${JSON.stringify(health)}\n`),
  }
  return sendResource(response, createResource(answer, { isShared: false }))
}

function sendFailure({ request, response, path, isSecure }: Visit, error: unknown): void {
  const isBusy = error instanceof TooBusy
  if (!isBusy && !response.destroyed) logProblem(`${request.method} ${loggedPath(path)} failed.`, error)
  const problem: Problem = isBusy ? { status: 503, headers: { 'retry-after': '2' } } : { status: 500 }
  sendProblem(response, problem, isSecure)
}

function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statuses: Readonly<Record<string, ProblemStatus>> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  }
  socket.end(rawProblem(statuses[error.code ?? ''] ?? 400))
  // A client may never end its half; destroyed at once, it might not have read ours.
  socket.once(
    'close',
    clock.after(graceMs, () => socket.destroy()),
  )
}

async function wasAnsweredBy(
  middleware: Middleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true))
    middleware(request, response, (error) => (error ? reject(error) : resolve(false)))
  })
}
