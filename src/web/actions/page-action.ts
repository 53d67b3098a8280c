import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { FormAction } from '../../domain/actions.ts'
import type { Answer, Failure, Success } from '../../domain/answer.ts'
import { backupSaid } from '../../domain/organiser-messages.ts'
import { statusOf } from '../../domain/refusals.ts'
import { isLoopback, revisionOf, textOf } from '../../domain/text.ts'
import { type Actor, type RequestParts, requestParts } from '../app-context.ts'
import type { SignedIn } from '../guard.ts'
import { paths } from '../paths.ts'

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

/** The server action of a page, for browsers without scripts: a redirect once it is done, else the page with its answer. */
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
    // The link is in the answer alone: an address to go to would be stored and logged.
    if (!answer.ok || answer.team?.address) return data<Answer>(answer, { status, headers })
    const to = elsewhere[name] ?? back({ name, form, answer, page: pathname })
    throw redirect(to, { status: 303, headers })
  }
}

/** Where these lead from any page. */
const elsewhere: Readonly<Record<string, string>> = {
  logout: paths.home,
  'download-backup': paths.adminBackup,
}

type RunOptions = {
  readonly name: string
  /** Of the page's address: a team's own page and that of a table act as such. */
  readonly params: { readonly token?: string | undefined; readonly table?: string | undefined }
  readonly site: string
}

/** Runs an action for its page: the answer, its status, and the cookies that sign in, sign out or remember a registered team. */
export async function runForm(parts: RequestParts, form: FormData, { name, params, site }: RunOptions) {
  const headers = new Headers()
  const actor = actorOf(parts, params)
  const ran = await parts.app.run(name, form, actor, parts.from)
  // Also where the session could not be deleted, as on a full disk: this browser has left. Not from a team's own page, to which other
  // sites may post.
  if (name === 'logout' && (ran.ok || ran.reason === 'failed'))
    headers.append('set-cookie', parts.clearedCookie())
  if (!ran.ok) {
    const { reason, details } = ran
    if (reason === 'registration-slow' && details[0]) headers.set('retry-after', details[0])
    return { answer: ran as Answer, status: statusFor(ran, form), headers }
  }
  const { session, ...told } = ran
  if (session) for (const line of parts.sessionCookies(session)) headers.append('set-cookie', line)
  if (name === 'register' && told.team?.token)
    headers.append('set-cookie', parts.entryCookie(told.team.token))
  const isLink = name === 'show-link' || name === 'renew-link'
  return { answer: isLink ? withAddress(told, parts, site) : (told as Answer), status: 200, headers }
}

/** The page's address with what was done, for `doneLine`: its line of the journal, or that nothing had to be changed. */
export function doneAt(page: string, { name, answer }: Pick<Done, 'name' | 'answer'>): string {
  const [path, query] = page.split('?')
  const params = new URLSearchParams(query)
  if (answer.revision > 0) params.set('done', String(answer.revision))
  else params.set('same', name === 'back-up' ? 'backup' : '1')
  return `${path}?${params}`
}

/** What `doneAt` has put into the address: the words of that line of the journal. */
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

/** On a team's own page the actor is the team, and on a table's the table, signed-in organisers included. */
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

/** A team's link as a phone finds it. */
function withAddress(answer: Success, parts: RequestParts, site: string): Success {
  const { team } = answer
  if (!team?.token) return answer
  const address = siteOf(parts, site) + paths.entry(team.token)
  return { ...answer, revision: 0, team: { ...team, address } }
}

/** The origin for other devices: a loopback address is of this machine alone. */
export function siteOf({ origin, nearby }: RequestParts, opened: string): string {
  return origin ?? (isLoopback(opened) ? nearby() : undefined) ?? opened
}
