import type { CupView, TeamId } from '../../domain/cup.ts'
import { textOf } from '../../domain/text.ts'
import type { App } from '../app.ts'
import { setBounded } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { logProblem } from '../log.ts'
import { clearedCookie, deviceCookie, entryCookie, readDeviceCookie, sessionCookie } from './cookies.ts'
import type { PageAddress } from './page-address.ts'
import { createPageCache, type PageKey } from './page-cache.ts'
import { sendProblem } from './plain-page.ts'
import { createLanes, type Pages, type RequestParts, renderPage, TooBusy } from './render-page.ts'
import {
  addressOf,
  describeDevice,
  isSecureSite,
  largestBody,
  mostVisitorFields,
  readForm,
  type Visit,
  webRequest,
} from './request.ts'
import { type Answer, createResource, type Resource, sendResource } from './respond.ts'

const forEverybody = 'public, no-cache'
const forOneVisitor = 'private, no-store'
const deviceMs = 400 * 24 * 60 * 60 * 1000
const mostSites = 20
const mostLinks = 1_000

type Visitor = Pick<RequestParts, 'organiser' | 'registered' | 'from'>

/** The intents of public pages' own forms, without scripts. */
const publicForms: Readonly<Record<string, readonly string[]>> = {
  '/register': ['register', ''],
  '/login': ['login', ''],
  '/draw': ['generate'],
}

/** Cached pages are rendered for this visitor, so that they contain nobody's data. */
const nobody: Visitor = {
  organiser: undefined,
  registered: undefined,
  from: { address: '', device: '' },
}

export type PageServerParts = {
  readonly app: App
  readonly view: { current(): CupView | undefined }
  readonly clock: Clock
  readonly config: Pick<Config, 'port' | 'host' | 'origin' | 'trustProxy'>
  readonly pages: Pages
}

/** Serves pages from a shared cache, or rendered for one visitor. */
export function createPageServer(
  { app, view, clock, config, pages }: PageServerParts,
  nearby: () => string | undefined,
  /** Turns the cache and the content security policy off. */
  isDevelopment: boolean,
) {
  const cache = createPageCache({ view, nearby })
  const lanes = createLanes()
  /** Sites an organiser has used; any other Host header may be made up. */
  const knownSites = new Map(config.origin ? [[config.origin, true]] : [])
  /** The teams of the links used last. */
  const knownLinks = new Map<string, TeamId>()

  async function send(visit: Visit, { shared, secret }: PageAddress): Promise<void> {
    const { response, site, path, isSecure, isRead, isAnonymous } = visit
    const mayShare = isRead && !isDevelopment
    if (mayShare && shared && isAnonymous)
      return sendResource(response, await sharedPage({ site, url: shared }))

    const visitor = await identify(visit)
    if (!visitor) return sendProblem(response, { status: 503, headers: { 'retry-after': '5' } }, isSecure)
    const { organiser, registered, from } = visitor
    if (organiser) setBounded(knownSites, site, true, mostSites)
    // An invalid session gets the shared page: rendering one for each would only help a flood.
    if (mayShare && shared && !organiser && !registered)
      return sendResource(response, await sharedPage({ site, url: shared }), forOneVisitor)

    const form = isRead ? undefined : await readPost(visit, organiser !== undefined)
    if (form && 'status' in form) return sendProblem(response, form, isSecure)
    // A script posts a page's form to /action/NAME.
    const page = form && path.startsWith('/action/') ? textOf(form.fields, 'page') : path
    const linkToken = secret?.token ?? /^\/entry\/([^/]+)$/.exec(page)?.[1]
    // A flood of one link is refused before it reads the storage.
    const knownTeam = linkToken && knownLinks.get(linkToken)
    if (knownTeam && !organiser && laneOf(knownTeam).isFull(knownTeam)) throw new TooBusy()
    // Look up the link before rendering: all wrong links share one cached page.
    const link = linkToken ? app.teamOfLink(linkToken, from.address) : undefined
    const team = await link?.catch(() => undefined)
    if (linkToken && team?.ok) setBounded(knownLinks, linkToken, team.value.id, mostLinks)
    if (mayShare && secret && team?.ok === false && !organiser) {
      const wrong = { site, url: secret.sharedFor(team.reason) }
      return sendResource(response, await sharedPage(wrong, appWith(link)), forOneVisitor)
    }

    const isPrivate = !isAnonymous || !isRead || secret !== undefined || path.startsWith('/admin')
    const render = () =>
      renderPage(pages, webRequest(visit, form?.body), {
        parts: partsFor(visit, visitor, appWith(link)),
        cacheControl: isPrivate ? forOneVisitor : 'no-cache',
        hasPolicy: !isDevelopment,
      })
    const teamId = registered?.teamId ?? (team?.ok ? team.value.id : undefined)
    const answer = await (organiser
      ? lanes.organisers.run(render)
      : laneFor(visit, page, teamId).run(render, teamId, response))
    return sendResource(response, createResource(answer, { isShared: false }))
  }

  /** The posted form, or why it is refused. */
  async function readPost({ request, path }: Visit, isOrganiser: boolean): ReturnType<typeof readForm> {
    if (isOrganiser) return readForm(request, largestBody.organiser)
    const form = await readForm(request, largestBody.visitor, mostVisitorFields)
    if ('status' in form) return form
    // The queue goes by the address, so a page runs no other page's form. Rendering the refusal would only help a flood.
    const intents = publicForms[path.replace(/\.data$/, '')]
    return !intents || intents.includes(textOf(form.fields, 'intent')) ? form : { status: 422 }
  }

  /** From the cache, or rendered now. Depends on its key only. */
  function sharedPage(key: PageKey, withApp = app): Promise<Resource> {
    async function render(): Promise<Resource> {
      const answer = await renderPage(pages, new Request(key.site + key.url), {
        parts: partsFor(key, nobody, withApp),
        cacheControl: forEverybody,
        hasPolicy: true,
      })
      return createResource(answer, { isShared: isForEverybody(answer) })
    }
    const isKnownSite = knownSites.has(key.site) || key.site === nearby()
    const isUsual = isKnownSite && !/[?&](?!_routes=)/.test(key.url)
    return cache.get(key, isUsual ? render : () => lanes.pages.run(render))
  }

  function laneFor({ isRead, path }: Visit, page: string, teamId: TeamId | undefined) {
    if (teamId) return laneOf(teamId)
    if (isRead) return lanes.pages
    if (page.startsWith('/table/')) return lanes.tables
    const [, name] = /^\/(?:action\/)?(register|login)(?:\.data)?$/.exec(decodeURIComponent(path)) ?? []
    if (name) return name === 'login' ? lanes.signIns : lanes.registrations
    return lanes.posts
  }

  function laneOf(teamId: TeamId) {
    const isApproved = view.current()?.entries.some(({ id, approved }) => id === teamId && approved)
    return isApproved ? lanes.teams : lanes.pendingTeams
  }

  /** The page looks up its link again: reusing this result, a wrong link takes one token. */
  function appWith(link: ReturnType<App['teamOfLink']> | undefined): App {
    return link ? { ...app, teamOfLink: () => link } : app
  }

  /** Undefined if the storage fails and the page or action needs a session. */
  async function identify(visit: Visit): Promise<Visitor | undefined> {
    const { request, isSecure, isRead, path, token, entryToken } = visit
    const address = addressOf(request, config)
    const from = {
      address,
      device: describeDevice(request.headers['user-agent']),
      deviceId: readDeviceCookie(request.headers.cookie, isSecure),
    }
    const found =
      isRead && entryToken ? await app.teamOfLink(entryToken, address).catch(() => undefined) : undefined
    const registered = entryToken && found?.ok ? { teamId: found.value.id, token: entryToken } : undefined
    try {
      const organiser = token ? await app.organiserOf(token, isRead ? 'reading' : 'changing') : undefined
      return { organiser, registered, from }
    } catch (error) {
      logProblem('A session could not be looked up.', error)
      const needsSession = path.startsWith('/admin') || path.startsWith('/action/')
      return needsSession ? undefined : { organiser: undefined, registered, from }
    }
  }

  function partsFor(
    { site }: Pick<PageKey, 'site'>,
    visitor: Visitor,
    withApp: App,
  ): Omit<RequestParts, 'nonce'> {
    const isSecure = isSecureSite(site)
    return {
      ...visitor,
      app: withApp,
      origin: config.origin,
      nearby,
      now: clock.now(),
      entryCookie: (token) => entryCookie(token, isSecure),
      sessionCookies({ token, expiresAt, deviceId }) {
        const now = clock.now()
        return [
          sessionCookie(token, { now, until: new Date(expiresAt) }, isSecure),
          deviceCookie(deviceId, { now, until: new Date(now.getTime() + deviceMs) }, isSecure),
        ]
      },
      clearedCookie: () => clearedCookie(isSecure),
    }
  }

  return {
    send,
    /** Fast path: the cached page under exactly this address. */
    find: (visit: Visit) => (visit.isRead && visit.isAnonymous ? cache.find(visit) : undefined),
  }
}

/** Cacheable: neither a failure nor a redirect, and the page has set no other Cache-Control or cookie. */
function isForEverybody({ status, headers }: Answer): boolean {
  const isFinal = status === 200 || (status >= 400 && status < 500)
  return isFinal && headers['cache-control'] === forEverybody && headers['set-cookie'] === undefined
}
