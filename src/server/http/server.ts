import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { CupView } from '../../domain/cup.ts'
import type { App, Organiser } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { logProblem } from '../log.ts'
import { bodyType, formProblem, organisersBody, readBody, visitorsBody } from './body.ts'
import { addressOf, siteOf } from './client.ts'
import {
  clearedCookie,
  hasSessionCookie,
  markCookie,
  readMarkCookie,
  readSessionCookie,
  sessionCookie,
} from './cookies.ts'
import { nearbySite } from './nearby-site.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import { type Answer, type Pages, readAnswer } from './pages.ts'
import { offlinePage, type ProblemStatus, plainAnswer, sendPlainPage } from './plain-page.ts'
import { canonicalPage, isPublicPage } from './public-pages.ts'
import { describeDevice, type RequestParts } from './request-parts.ts'
import { chooseEncoding, compress, createResource, isText, type Resource, sendVariant } from './resource.ts'
import { isSameOrigin } from './same-origin.ts'
import { documentHeaders, securityHeaders } from './security-headers.ts'
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

const longestUrl = 2_048
/** Of each kind: visitors who post, and may have to wait, keep nobody from looking and no organiser from a tap. */
const mostPagesAtOnce = 100
const graceMs = 3_000
const markDays = 400

const sharedControl = 'public, no-cache'
const privateControl = 'private, no-store'

/** For the service worker to keep; in the letters of the screens, which it keeps too. */
function createOfflinePage(files: readonly string[], isSecure: boolean): Resource {
  const { html, policy } = offlinePage(files.find((path) => /archivo-latin-standard[^/]*\.woff2$/.test(path)))
  return createResource({
    body: Buffer.from(html),
    type: 'text/html; charset=utf-8',
    headers: ['cache-control', 'no-cache', 'content-security-policy', policy, ...documentHeaders(isSecure)],
  })
}

export function createCupServer(parts: CupServerParts): CupServer {
  const { app, view, hub, clock, config, pages, development } = parts
  const isAlwaysSecure = config.origin?.startsWith('https:') ?? false
  const files = development ? new Map<string, Resource>() : loadStaticFiles(parts.files, isAlwaysSecure)
  const offline = createOfflinePage([...files.keys()], isAlwaysSecure)
  const cache = createPageCache<Answer>({ view, render: renderShared })
  const pagesAtOnce = { page: 0, post: 0, organiser: 0 }
  let isClosing = false

  const server: Server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    // Longer than the minute that proxies commonly keep a connection, so that it is they who end it.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  })
  server.on('request', onRequest)
  server.on('clientError', onClientError)

  // The hot path: a kept page costs two lookups and one write.
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request
    const url = request.url as string
    if ((method === 'GET' || method === 'HEAD') && !hasSessionCookie(headers.cookie)) {
      const site = siteOf(request, config)
      const page = site === undefined ? undefined : cache.find(site, url)
      const variant = page?.ready(encodingOf(request))
      if (variant) {
        sendVariant(request, response, variant)
        return
      }
    }
    answer(request, response, url).catch((error: unknown) => {
      if (error instanceof TooBusy) return problem(request, response, 503, ['retry-after', '2'])
      if (!response.destroyed) logProblem(`${method} ${pathOf(url)} failed.`, error)
      problem(request, response, 500)
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    const site = siteOf(request, config)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!site || !isWellFormed(url, site)) return problem(request, response, 400)
    if (url.length > longestUrl) return problem(request, response, 414)
    if (!isRead && request.method !== 'POST')
      return problem(request, response, 405, ['allow', 'GET, HEAD, POST'])
    if (!isRead && !isSameOrigin(request.headers, site, config.origin !== undefined)) {
      return problem(request, response, 403)
    }

    const path = pathOf(url)
    const file = files.get(path)
    const isReadOnly = ['/healthz', '/events', '/offline'].includes(path) || file !== undefined
    if (!isRead && isReadOnly) return problem(request, response, 405, ['allow', 'GET, HEAD'])
    if (path === '/healthz') return answerHealth(request, response)
    if (path === '/events') return listen(request, response)
    if (path === '/offline') return sendVariant(request, response, await offline.prepare(encodingOf(request)))
    if (file) return sendVariant(request, response, await file.prepare(encodingOf(request)))
    if (path.startsWith('/static/') && !development) return problem(request, response, 404)
    if (development && (await wasAnsweredBy(development, request, response))) return

    const isAnonymous = !hasSessionCookie(request.headers.cookie)
    const page = isRead && isAnonymous && !development ? canonicalPage(url, view.current()) : undefined
    if (page) return answerShared(request, response, { site, url: page })
    const shorter = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined
    if (isRead && shorter && isPublicPage(shorter))
      return redirect(request, response, shorter + url.slice(path.length))
    return answerOne(request, response, { site, url })
  }

  function listen(request: IncomingMessage, response: ServerResponse): void {
    setSecurityHeaders(request, response)
    hub.connect(request, response)
  }

  function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
    const headers = securityHeaders(isSecure(request))
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] as string, headers[at + 1] as string)
  }

  async function answerHealth(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isHealthy = await app.isHealthy()
    const storage = app.storageName()
    const body = Buffer.from(
      `${JSON.stringify(
        isHealthy
          ? { status: 'ok', storage, revision: view.current()?.revision, listeners: hub.size }
          : { status: 'unavailable', storage },
      )}\n`,
    )
    return send(request, response, {
      status: isHealthy ? 200 : 503,
      type: 'application/json; charset=utf-8',
      headers: ['cache-control', 'no-store', ...securityHeaders(isSecure(request))],
      body,
    })
  }

  async function answerShared(
    request: IncomingMessage,
    response: ServerResponse,
    key: PageKey,
  ): Promise<void> {
    const page = await cache.get(key)
    if ('prepare' in page) return sendVariant(request, response, await page.prepare(encodingOf(request)))
    return send(request, response, page)
  }

  // Rendered for everybody: nothing of the visitor who happened to ask first may find its way into it.
  async function renderShared({ site, url }: PageKey): Promise<{ page: Resource } | { other: Answer }> {
    const isHttps = site.startsWith('https:')
    const from = { address: '', device: describeDevice(undefined) }
    const shared: Unmarked = {
      app,
      token: undefined,
      organiser: undefined,
      ...from,
      from,
      isSecure: isHttps,
      origin: config.origin,
      nearby,
      isScripted: isData(url),
      now: clock.now(),
      sessionCookie: (token, expiresAt) => sessionCookie(token, expiresAt, isHttps),
      clearedCookie: () => clearedCookie(isHttps),
    }
    const answered = await render(new Request(site + url), shared, sharedControl)
    const { headers, body, type } = answered
    const isForAll =
      answered.status === 200 && headers.includes(sharedControl) && !headers.includes('set-cookie')
    if (!isForAll) return { other: answered }
    return { page: createResource({ body, type, headers: [...headers, 'vary', 'accept-encoding, cookie'] }) }
  }

  /** A page for this visitor alone, or a post. */
  async function answerOne(
    request: IncomingMessage,
    response: ServerResponse,
    { site, url }: PageKey,
  ): Promise<void> {
    const isHttps = site.startsWith('https:')
    const { cookie } = request.headers
    const token = readSessionCookie(cookie, isHttps)
    const organiser = token === undefined ? undefined : await organiserOf(token, request.method, url)
    if (organiser === 'unknown') return problem(request, response, 503, ['retry-after', '5'])
    const largest = organiser ? organisersBody : visitorsBody
    const body = request.method === 'POST' ? await readBody(request, largest) : undefined
    if (request.method === 'POST' && !body) return problem(request, response, 413)
    const wrong = body && (await formProblem(body, bodyType(request)))
    if (wrong) return problem(request, response, wrong)

    let signedIn: string | undefined
    const device = describeDevice(request.headers['user-agent'])
    const address = addressOf(request, config)
    const own: Unmarked = {
      app,
      token,
      organiser,
      address,
      device,
      from: { address, device, mark: readMarkCookie(cookie, isHttps) },
      isSecure: isHttps,
      origin: config.origin,
      nearby,
      isScripted: isData(url),
      now: clock.now(),
      sessionCookie(newToken, expiresAt) {
        signedIn = newToken
        return sessionCookie(newToken, expiresAt, isHttps)
      },
      clearedCookie: () => clearedCookie(isHttps),
    }
    const isPrivate = hasSessionCookie(cookie) || request.method === 'POST' || url.startsWith('/admin')
    const answered = await render(
      webRequest(request, site + url, body),
      own,
      isPrivate ? privateControl : 'no-cache',
    )
    const mark = signedIn && (await app.deviceMark(signedIn))
    return send(request, response, mark ? withHeaders(answered, markLine(mark, isHttps)) : answered)
  }

  function nearby(): string | undefined {
    const port = (server.address() as AddressInfo | null)?.port ?? config.port
    return nearbySite({ interfaces: networkInterfaces(), host: config.host, port })
  }

  function markLine(mark: string, isHttps: boolean): string[] {
    const expires = new Date(clock.now().getTime() + markDays * 24 * 60 * 60 * 1000)
    return ['set-cookie', markCookie(mark, expires, isHttps)]
  }

  // Without its storage the cup cannot know who asks. Public pages do without; admin pages say so.
  async function organiserOf(
    token: string,
    method: string | undefined,
    url: string,
  ): Promise<Organiser | undefined | 'unknown'> {
    try {
      return await app.organiserOf(token, method === 'POST' ? 'changing' : 'reading')
    } catch (error) {
      logProblem('A session could not be looked up.', error)
      return url.startsWith('/admin') ? 'unknown' : undefined
    }
  }

  async function render(request: Request, own: Unmarked, cacheControl: string): Promise<Answer> {
    const kind = own.organiser ? 'organiser' : request.method === 'POST' ? 'post' : 'page'
    if (pagesAtOnce[kind] >= mostPagesAtOnce) throw new TooBusy()
    pagesAtOnce[kind] += 1
    try {
      const scriptMark = randomUUID()
      const response = await pages(request, { ...own, scriptMark })
      return await readAnswer(response, {
        isSecure: own.isSecure,
        cacheControl,
        hasPolicy: !development,
        scriptMark,
        sheet: (address) => files.get(address)?.ready('identity')?.body.toString(),
      })
    } finally {
      pagesAtOnce[kind] -= 1
    }
  }

  function redirect(request: IncomingMessage, response: ServerResponse, to: string): void {
    response.writeHead(308, ['location', to, 'content-length', '0', ...documentHeaders(isSecure(request))])
    response.end()
  }

  function problem(
    request: IncomingMessage,
    response: ServerResponse,
    status: ProblemStatus,
    headers: readonly string[] = [],
  ): void {
    // The rest of a body is read and dropped, within the time a request may take: closing at once would lose the answer.
    request.resume()
    sendPlainPage(response, status, { isSecure: isSecure(request), headers })
  }

  async function send(request: IncomingMessage, response: ServerResponse, answered: Answer): Promise<void> {
    const { status, type, headers, body } = answered
    const canCompress = body.length >= 1024 && isText(type)
    const encoding = canCompress ? encodingOf(request) : 'identity'
    const bytes = await compress(body, encoding)
    const described = status === 204 || status === 304 ? [] : ['content-length', String(bytes.length)]
    if (type) described.push('content-type', type)
    if (canCompress) described.push('vary', 'accept-encoding, cookie')
    if (encoding !== 'identity') described.push('content-encoding', encoding)
    response.writeHead(status, [...described, ...headers])
    response.end(bytes)
  }

  function isSecure(request: IncomingMessage): boolean {
    return siteOf(request, config)?.startsWith('https:') ?? false
  }

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
      // A connection that finishes its request now is idle only then.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(giveUp)
    },
  }
}

/** What a page is asked with, but for the mark that each rendering has of its own. */
type Unmarked = Omit<RequestParts, 'scriptMark'>

class TooBusy extends Error {}

function onClientError(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statuses: Readonly<Record<string, ProblemStatus>> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  }
  socket.end(plainAnswer(statuses[error.code ?? ''] ?? 400))
}

/** Read by hand: a visitor's headers as React Router wants them. Where the post came from has been checked already. */
function webRequest(request: IncomingMessage, url: string, body: Buffer | undefined): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headersDistinct)) {
    if (name !== 'origin') for (const line of value ?? []) headers.append(name, line)
  }
  if (!body) return new Request(url, { headers })
  headers.set('content-type', bodyType(request))
  return new Request(url, { method: 'POST', headers, body: new Uint8Array(body) })
}

function withHeaders(answered: Answer, headers: readonly string[]): Answer {
  return { ...answered, headers: [...answered.headers, ...headers] }
}

function isData(url: string): boolean {
  return pathOf(url).endsWith('.data')
}

function encodingOf(request: IncomingMessage) {
  return chooseEncoding(request.headers['accept-encoding'] as string | undefined)
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** The host comes from the visitor too: one that is no host at all is as malformed as an address. */
function isWellFormed(url: string, site: string): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\') || !URL.canParse(url, site))
    return false
  try {
    return !decodeURIComponent(pathOf(url)).includes('\0')
  } catch {
    return false
  }
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
