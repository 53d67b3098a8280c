import type { IncomingMessage } from 'node:http'
import type { Organiser } from '../actors.ts'
import type { App } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { logProblem } from '../log.ts'
import { bodyType, organisersBody, readForm, visitorsBody } from './body.ts'
import { addressOf, describeDevice } from './client.ts'
import { clearedCookie, deviceCookie, entryCookie, readDeviceCookie, sessionCookie } from './cookies.ts'
import { type Exchange, isSecretPath } from './exchange.ts'
import type { PageKey } from './page-cache.ts'
import type { WholeResponse } from './read-response.ts'
import type { RenderPage } from './render-page.ts'
import type { EveryonesParts, Registered } from './request-parts.ts'
import { sendProblem, sendWhole } from './send.ts'
import type { SharedPages } from './shared-pages.ts'

const deviceDays = 400
const privateControl = 'private, no-store'

/** A secret address is told to no other page and found by no search. */
const secretHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

type OwnPagesParts = {
  readonly app: App
  readonly clock: Clock
  readonly config: Pick<Config, 'origin' | 'trustProxy'>
  readonly renderPage: RenderPage
  /** Undefined while developing: nothing is kept then. */
  readonly sharedPages: SharedPages | undefined
  /** Told where an organiser was seen. */
  readonly onOrganiser: (site: string) => void
  readonly everyonesParts: (page: PageKey) => EveryonesParts
}

/** Pages for one visitor alone, and posts. */
export function createOwnPages({
  app,
  clock,
  config,
  renderPage,
  sharedPages,
  onOrganiser,
  everyonesParts,
}: OwnPagesParts): (exchange: Exchange) => Promise<void> {
  return async function sendOwnPage(exchange) {
    const { request, site, url, path, isSecure, token, isAnonymous, isRead } = exchange
    const organiser = token === undefined ? undefined : await organiserOf(token, exchange)
    if (organiser === 'unknown')
      return sendProblem(exchange, { status: 503, headers: { 'retry-after': '5' } })
    if (organiser) onOrganiser(site)
    const address = addressOf(request, config)
    const registered = isRead ? await registeredBy(exchange, address) : undefined
    // A session that ended, or never was, shows what everybody sees: rendering it anew would help only a flood.
    const everybodys = isRead && !organiser && !registered ? sharedPages?.addressOf(exchange) : undefined
    if (everybodys) return sharedPages?.send(exchange, everybodys, privateControl)
    const form = isRead ? undefined : await readForm(request, organiser ? organisersBody : visitorsBody)
    if (form && 'status' in form) return sendProblem(exchange, form)

    let signedIn: string | undefined
    const parts = {
      ...everyonesParts(exchange),
      organiser,
      from: {
        address,
        device: describeDevice(request.headers['user-agent']),
        deviceId: readDeviceCookie(request.headers.cookie, isSecure),
      },
      registered,
      entryCookie: (entryToken: string) => entryCookie(entryToken, isSecure),
      sessionCookie(newToken: string, expiresAt: string) {
        signedIn = newToken
        return sessionCookie(newToken, { now: clock.now(), until: new Date(expiresAt) }, isSecure)
      },
      clearedCookie: () => clearedCookie(isSecure),
    }
    const isSecret = isSecretPath(path)
    const isPrivate = !isAnonymous || !isRead || isSecret || url.startsWith('/admin')
    const cacheControl = isPrivate ? privateControl : 'no-cache'
    const rendered = await renderPage(webRequest(request, site + url, form?.body), parts, { cacheControl })
    const whole = isSecret ? { ...rendered, headers: { ...rendered.headers, ...secretHeaders } } : rendered
    return sendWhole(exchange, signedIn ? await withDeviceCookie(whole, signedIn, isSecure) : whole)
  }

  // Without its storage the cup cannot know who asks: public pages do without, admin pages say so.
  async function organiserOf(
    token: string,
    { isRead, url }: Exchange,
  ): Promise<Organiser | undefined | 'unknown'> {
    try {
      return await app.organiserOf(token, isRead ? 'reading' : 'changing')
    } catch (error) {
      logProblem('A session could not be looked up.', error)
      return url.startsWith('/admin') ? 'unknown' : undefined
    }
  }

  /** The team that this browser has just registered, by the link it was given. */
  async function registeredBy({ entryToken }: Exchange, address: string): Promise<Registered | undefined> {
    if (entryToken === undefined) return undefined
    const found = await app.teamOfLink(entryToken, address).catch(() => undefined)
    return found?.ok ? { teamId: found.value, token: entryToken } : undefined
  }

  async function withDeviceCookie(
    whole: WholeResponse,
    token: string,
    isSecure: boolean,
  ): Promise<WholeResponse> {
    const deviceId = await app.deviceId(token)
    if (!deviceId) return whole
    const now = clock.now()
    const until = new Date(now.getTime() + deviceDays * 24 * 60 * 60 * 1000)
    const cookies = [whole.headers['set-cookie'] ?? []].flat().map(String)
    const headers = {
      ...whole.headers,
      'set-cookie': [...cookies, deviceCookie(deviceId, { now, until }, isSecure)],
    }
    return { ...whole, headers }
  }
}

/** The request as React Router wants it. Its origin has been checked already. */
function webRequest(request: IncomingMessage, url: string, body: Buffer | undefined): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headersDistinct)) {
    if (name !== 'origin') for (const line of value ?? []) headers.append(name, line)
  }
  if (!body) return new Request(url, { headers })
  headers.set('content-type', bodyType(request))
  return new Request(url, { method: 'POST', headers, body: new Uint8Array(body) })
}
