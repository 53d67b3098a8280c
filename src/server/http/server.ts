import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import type { CupView } from '../../domain/cup.ts'
import type { App } from '../app.ts'
import { setBounded } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { logProblem } from '../log.ts'
import type { PublicPages } from './canonical-page.ts'
import { siteOf } from './client.ts'
import { type Exchange, exchangeOf, isSecureSite, loggedPath, pathOf } from './exchange.ts'
import { sendHealth } from './health.ts'
import { nearbySite } from './nearby-site.ts'
import { createOwnPages } from './own-pages.ts'
import type { PageKey } from './page-cache.ts'
import { pageSpelling } from './page-spelling.ts'
import { createOfflinePage, type ProblemStatus, rawPlainPage } from './plain-page.ts'
import { createRenderPage, type Pages, TooBusy } from './render-page.ts'
import type { EveryonesParts } from './request-parts.ts'
import { requestProblem } from './request-problem.ts'
import type { Resource } from './resource.ts'
import { securityHeaders } from './security-headers.ts'
import { sendProblem, sendRedirect, sendResource } from './send.ts'
import { createSharedPages } from './shared-pages.ts'
import { loadStaticFiles } from './static-files.ts'

export type CupServerParts = {
  readonly app: App
  readonly view: { current(): CupView | undefined }
  readonly hub: {
    connect(request: IncomingMessage, response: ServerResponse): void
    close(): void
    readonly size: number
  }
  readonly clock: Clock
  readonly config: Pick<Config, 'port' | 'host' | 'origin' | 'trustProxy'>
  readonly pages: Pages
  /** The pages that look the same for everybody. */
  readonly publicPages: PublicPages
  /** The addresses of all pages, as the router writes them. */
  readonly pagePaths: readonly string[]
  /** The folder of the built scripts, styles and pictures. */
  readonly files: string
  /** While developing, files come from the bundler, and neither pages nor their policy are kept. */
  readonly development?: Middleware | undefined
}

export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

export type CupServer = {
  /** Starts to listen and answers with the port. */
  listen(): Promise<number>
  /** Takes no new request, ends the live streams, finishes what was begun. */
  close(): Promise<void>
}

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than the minute of most proxies, so that the proxy ends the connection.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
const graceMs = 3_000
const mostSites = 20

export function createCupServer(parts: CupServerParts): CupServer {
  const { hub, config } = parts
  const server = createServer(limits)
  const answer = createAnswer(parts, () => (server.address() as AddressInfo | null)?.port ?? config.port)
  server.on('request', answer)
  server.on('clientError', onClientError)

  let isClosing = false
  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(config.port, config.host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      return (server.address() as AddressInfo).port
    },
    async close() {
      if (isClosing) return
      isClosing = true
      const closed = new Promise((resolve) => server.close(resolve))
      hub.close()
      // Connections become idle only once their request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(giveUp)
    },
  }
}

/** Answers with a problem, a fixed address, a page for everybody, or a page for one visitor. */
function createAnswer(parts: CupServerParts, port: () => number) {
  const { app, view, clock, config, pages, publicPages, pagePaths, development } = parts
  const files = loadFiles(parts)
  const fixedAddresses = createFixedAddresses(parts, files)
  const renderPage = createRenderPage({ pages, isDevelopment: development !== undefined })
  const nearby = () => nearbySite({ interfaces: networkInterfaces(), host: config.host, port: port() })
  const everyonesParts = ({ url }: PageKey): EveryonesParts => ({
    app,
    origin: config.origin,
    nearby,
    isScripted: pathOf(url).endsWith('.data'),
    now: clock.now(),
  })
  const organisersSites = new Map(config.origin ? [[config.origin, true]] : [])
  const onOrganiser = (site: string) => setBounded(organisersSites, site, true, mostSites)
  const forEverybody = { publicPages, pagePaths, organisersSites }
  const sharedPages = createSharedPages({ ...forEverybody, nearby, view, renderPage, everyonesParts })
  const sendOwnPage = createOwnPages({
    app,
    clock,
    config,
    renderPage,
    sharedPages: development ? undefined : sharedPages,
    onOrganiser,
    everyonesParts,
  })

  return function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const site = siteOf(request, config)
    // Whoever reads the other of two Host lines would see another site under the same address.
    if (!site || (request.headersDistinct.host?.length ?? 0) > 1) {
      sendProblem({ request, response, isSecure: false }, { status: 400 })
      return
    }
    const exchange = exchangeOf(request, response, site)
    answer(exchange).catch((error: unknown) => sendFailure(exchange, error))
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { request, response, url, path, isRead, isAnonymous } = exchange
    const kept = sharedPages.find(exchange)
    if (kept) return sendResource(exchange, kept)
    const problem = requestProblem(exchange, config.origin !== undefined)
    if (problem) return sendProblem(exchange, problem)

    const sendFixed = fixedAddresses.get(path)
    if (sendFixed && !isRead) return sendProblem(exchange, { status: 405, headers: { allow: 'GET, HEAD' } })
    if (sendFixed) return sendFixed(exchange)
    if (path.startsWith('/static/') && !development) return sendProblem(exchange, { status: 404 })
    if (development && (await wasAnsweredBy(development, request, response))) return

    if (development) return sendOwnPage(exchange)

    const spelling = pageSpelling(pagePaths, path)
    if (spelling && spelling !== path) return sendRedirect(exchange, spelling + url.slice(path.length))
    if (!isRead) return spelling ? sendOwnPage(exchange) : sendProblem(exchange, { status: 404 })
    const sharedAddress = isAnonymous ? sharedPages.addressOf(exchange) : undefined
    return sharedAddress ? sharedPages.send(exchange, sharedAddress) : sendOwnPage(exchange)
  }
}

/** Every file by its address, and the page the service worker shows without a connection. */
function loadFiles({ files: folder, config, development }: CupServerParts): ReadonlyMap<string, Resource> {
  const isSecure = isSecureSite(config.origin ?? '')
  const files = development ? new Map<string, Resource>() : loadStaticFiles(folder, isSecure)
  const font = [...files.keys()].find((path) => /archivo-latin-standard[^/]*\.woff2$/.test(path))
  return new Map([...files, ['/offline', createOfflinePage(font, isSecure)]])
}

type Send = (exchange: Exchange) => void | Promise<void>

/** Files, health and the event stream: no pages, and only read. */
function createFixedAddresses(
  parts: CupServerParts,
  files: ReadonlyMap<string, Resource>,
): ReadonlyMap<string, Send> {
  return new Map<string, Send>([
    ...[...files].map(([path, file]): [string, Send] => [path, (exchange) => sendResource(exchange, file)]),
    ['/healthz', (exchange) => sendHealth(exchange, parts)],
    [
      '/events',
      (exchange) => {
        const { request, response, isSecure } = exchange
        response.setHeaders(new Map(Object.entries(securityHeaders(isSecure))) as Map<string, string>)
        parts.hub.connect(request, response)
      },
    ],
  ])
}

function sendFailure(exchange: Exchange, error: unknown): void {
  if (error instanceof TooBusy) {
    sendProblem(exchange, { status: 503, headers: { 'retry-after': '2' } })
    return
  }
  const { request, response, path } = exchange
  if (!response.destroyed) logProblem(`${request.method} ${loggedPath(path)} failed.`, error)
  sendProblem(exchange, { status: 500 })
}

function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statuses: Readonly<Record<string, ProblemStatus>> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  }
  socket.end(rawPlainPage(statuses[error.code ?? ''] ?? 400))
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
