import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { FormAction } from '../../domain/actions.ts'
import type { Answer, Failure, Success } from '../../domain/answer.ts'
import { backupSaid } from '../../domain/organiser-messages.ts'
import { statusOf } from '../../domain/refusals.ts'
import { isLoopback, revisionOf, textOf } from '../../domain/text.ts'
import { type Actor, type RequestParts, requestParts } from '../app-context.ts'
import type { SignedIn } from '../guard.ts'
import { paths } from '../paths.ts'

/** A form that succeeded. */
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
  /** Redirect target on success; by default the page itself. */
  readonly back?: (done: Done) => string
}

/** A page's server action, for browsers without scripts: post/redirect/get on success, else the page with the refusal. */
export function pageAction({ unnamed, back = backToPage }: PageActionOptions = {}) {
  return async ({ context, request, params }: ActionFunctionArgs) => {
    const form = await request.formData()
    const name = textOf(form, 'intent') || (unnamed ?? '')
    const { origin: site, pathname } = new URL(request.url)
    const { answer, status, headers } = await runForm(context.get(requestParts), form, {
      name,
      params,
      site,
    })
    // A team's secret link goes into the body only: a redirect's address would be stored and logged.
    if (!answer.ok || answer.team?.address) return data<Answer>(answer, { status, headers })
    const to = elsewhere[name] ?? back({ name, form, answer, page: pathname })
    throw redirect(to, { status: 303, headers })
  }
}

/** Redirects that are the same from every page. */
const elsewhere: Readonly<Record<string, string>> = {
  logout: paths.home,
  'download-backup': paths.adminBackup,
}

type RunOptions = {
  readonly name: string
  /** Route parameters: a team's own page acts as the team, a table's as the table. */
  readonly params: { readonly token?: string | undefined; readonly table?: string | undefined }
  readonly site: string
}

/** Runs an action for its page: the answer, its status, and the cookies that sign in, sign out or remember a registered team. */
export async function runForm(parts: RequestParts, form: FormData, { name, params, site }: RunOptions) {
  const headers = new Headers()
  const actor = actorOf(parts, params)
  const ran = await parts.app.run(name, form, actor, parts.from)
  // Also if the session could not be deleted (full disk). A post to a team's own page, which other sites can send, is refused for
  // another reason.
  if (name === 'logout' && (ran.ok || ran.reason === 'failed'))
    headers.append('set-cookie', parts.clearedCookie())
  if (!ran.ok) {
    const { reason, details } = ran
    if (reason === 'registration-slow' && details[0]) headers.set('retry-after', details[0])
    return { answer: ran as Answer, status: statusFor(ran, form), headers }
  }
  const { session, ...answer } = ran
  if (session) for (const line of parts.sessionCookies(session)) headers.append('set-cookie', line)
  if (name === 'register' && answer.team?.token)
    headers.append('set-cookie', parts.entryCookie(answer.team.token))
  const isLink = name === 'show-link' || name === 'renew-link'
  return { answer: isLink ? withAddress(answer, parts, site) : (answer as Answer), status: 200, headers }
}

/** The page's address with the outcome in its query, for `doneLine`: a revision of the journal, or that nothing had to be changed. */
export function doneAt(page: string, { name, answer }: Pick<Done, 'name' | 'answer'>): string {
  const [path, query] = page.split('?')
  const params = new URLSearchParams(query)
  if (answer.revision > 0) params.set('done', String(answer.revision))
  else params.set('same', name === 'back-up' ? 'backup' : '1')
  return `${path}?${params}`
}

/** The words for the outcome that `doneAt` put into the query. */
export async function doneLine({ app, organiser }: SignedIn, url: URL) {
  const same = url.searchParams.get('same')
  if (same !== null) {
    const words = same === 'backup' ? backupSaid.made : 'It was already like that: nothing had to be changed.'
    return { words, revision: 0, canTakeBack: false }
  }
  const revision = revisionOf(url.searchParams.get('done'))
  if (revision === undefined) return undefined
  const line = await app.journalLine(organiser, revision).catch(() => undefined)
  return line && { words: line.message || line.words, revision, canTakeBack: line.canTakeBack }
}

const backToPage = (done: Done) => doneAt(done.page, done)

/** On a team's own page the actor is the team, and on a table's the table, even for a signed-in organiser. */
function actorOf({ organiser }: RequestParts, { token, table }: RunOptions['params']): Actor {
  if (token !== undefined) return { kind: 'team', token }
  if (table !== undefined) return { kind: 'table', table: Number(table) }
  return organiser ?? { kind: 'visitor' }
}

function statusFor({ reason }: Failure, form: FormData): number {
  if (reason === 'failed' || reason === 'unreachable') return 503
  // `auto`: the page posted without a tap. A 4xx would be an error in the browser's console.
  return form.get('auto') === '1' ? 200 : statusOf(reason)
}

/** Adds the team's absolute link. */
function withAddress(answer: Success, parts: RequestParts, site: string): Success {
  const { team } = answer
  if (!team?.token) return answer
  const address = siteOf(parts, site) + paths.entry(team.token)
  return { ...answer, revision: 0, team: { ...team, address } }
}

/** The origin for other devices, which cannot reach a loopback address. */
export function siteOf({ origin, nearby }: RequestParts, opened: string): string {
  return origin ?? (isLoopback(opened) ? nearby() : undefined) ?? opened
}
