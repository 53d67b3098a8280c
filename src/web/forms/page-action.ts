import { data, redirect, redirectDocument } from 'react-router'
import type { FormAction } from '../../domain/actions.ts'
import type { Answer, Success } from '../../domain/answer.ts'
import { statusOf } from '../../domain/refusals.ts'
import { isLoopback, textOf } from '../../domain/text.ts'
import { type Actor, type RequestParts, requestParts } from '../app-context.ts'
import { paths } from '../paths.ts'

type ActionArgs = {
  readonly context: { get(key: typeof requestParts): RequestParts }
  readonly request: Request
  readonly params: Readonly<Record<string, string | undefined>>
}

/** A form that was carried out. */
type Done = {
  readonly name: string
  readonly form: FormData
  readonly answer: Success
  /** The page's own address. */
  readonly page: string
}

type PageActionOptions = {
  /** The action of a form without a field `intent`. */
  readonly unnamed?: FormAction
  /** Where a browser without scripts goes once it is done: unless given, to the page itself. */
  readonly back?: (done: Done) => string
}

/** The server action of a page: runs what its form asks for; a redirect without scripts, the answer with them. */
export function pageAction({ unnamed, back = backToPage }: PageActionOptions = {}) {
  return async ({ context, request, params }: ActionArgs) => {
    const parts = context.get(requestParts)
    const form = await request.formData()
    const name = textOf(form, 'intent') || (unnamed ?? '')
    const answer = await parts.app.run(name, form, actorOf(parts, params.token), parts.from)
    if (!answer.ok) return refusal(answer, form)

    const { session, ...told } = answer
    const { origin, pathname } = new URL(request.url)
    if (session) throw signedInBy(session, parts)
    if (name === 'logout') throw signedOut(parts)
    if (name === 'show-link' || name === 'renew-link') return data<Answer>(withAddress(told, parts, origin))
    if (parts.isScripted) return data<Answer>(told)
    const token = name === 'register' ? told.team?.token : undefined
    throw redirect(back({ name, form, answer: told, page: pathname }), {
      status: 303,
      ...(token && { headers: { 'set-cookie': parts.entryCookie(token) } }),
    })
  }
}

/** A page with what was done: its line of the journal, or that nothing had to be changed. */
export function doneAt(page: string, { name, answer }: Pick<Done, 'name' | 'answer'>): string {
  const [path, query] = page.split('?')
  const params = new URLSearchParams(query)
  if (answer.revision > 0) params.set('done', String(answer.revision))
  else params.set('same', name === 'back-up' ? 'backup' : '1')
  return `${path}?${params}`
}

const backToPage = (done: Done) => doneAt(done.page, done)

/** On a team's own page the actor is the team, signed-in organisers included. */
function actorOf({ organiser }: RequestParts, token: string | undefined): Actor {
  return token === undefined ? (organiser ?? { kind: 'visitor' }) : { kind: 'team', token }
}

function refusal(answer: Extract<Answer, { ok: false }>, form: FormData) {
  const { reason, details } = answer
  const isRefused = reason !== 'failed' && reason !== 'unreachable' && reason !== 'signed-out'
  // `auto`: the page posted without a tap. A 4xx would be an error in the browser's console.
  const status = form.get('auto') === '1' && isRefused ? 200 : isRefused ? statusOf(reason) : 503
  const retryAfter = reason === 'registration-slow' ? details[0] : undefined
  return data<Answer>(answer, { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
}

function signedInBy({ token, expiresAt }: NonNullable<Success['session']>, parts: RequestParts) {
  return redirect(paths.admin, { headers: { 'set-cookie': parts.sessionCookie(token, expiresAt) } })
}

/** As a page of its own: nothing that only an organiser may read stays behind in the tab. */
function signedOut(parts: RequestParts) {
  return redirectDocument(paths.home, { status: 303, headers: { 'set-cookie': parts.clearedCookie() } })
}

/** The link is in the answer alone: an address to go to would be stored and logged. */
function withAddress(answer: Success, { nearby }: RequestParts, site: string): Success {
  const { team } = answer
  if (!team?.token) return answer
  // A phone finds nothing under the address that a machine has for itself.
  const address = `${(isLoopback(site) && nearby()) || site}${paths.entry(team.token)}`
  return { ...answer, revision: 0, team: { ...team, address } }
}
