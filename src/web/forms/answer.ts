import { data, redirect } from 'react-router'
import type { TeamId } from '../../domain/cup.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { isQuestion, type Refusal, refusals } from '../../domain/refusals.ts'
import type { Changed, RequestParts } from '../app-context.ts'
import { logFailure } from '../log-failure.ts'

/** What an organiser's post answers: the sentence for the banner, or why not and what would have to be confirmed. */
export type Answer = Success | Failure

type Success = {
  readonly ok: true
  readonly message: string
  readonly revision: number
  /** A team's new link, told this once. */
  readonly link?: { readonly teamId: TeamId; readonly address: string }
}

export type Failure = {
  readonly ok: false
  readonly reason: Refusal | 'failed' | 'unreachable' | 'signed-out'
  readonly error: string
  /** What we know beyond the action's own sentence. */
  readonly hint?: string
  readonly details: readonly string[]
  /** What was sent, so that the form stays filled in and a confirmation can send it again. */
  readonly fields: Fields
}

export type Fields = readonly (readonly [name: string, value: string])[]

type Attempt = {
  readonly parts: RequestParts
  /** Where a browser without scripts goes next; the journal line it finds there says what happened. */
  readonly back: string
  /** The spec's sentence for when the server itself fails. */
  readonly failure: string
  /** The spec's own words where something has to be confirmed. */
  readonly question?: string
  /** Where it goes when everything already was as asked, and no line of the journal says so. */
  readonly backUnchanged?: string
  readonly form: FormData
  readonly command: () => Promise<Outcome<Changed>>
}

/** Gives the command and turns what comes of it into an answer: a redirect without scripts, a small one with. */
export async function answer({ parts, back, backUnchanged, failure, question, form, command }: Attempt) {
  const asked = await currentRevision(parts)
  const outcome = await command().catch((error: unknown) => {
    logFailure(error)
    return undefined
  })
  const fields = fieldsOf(form)
  if (!outcome) return data<Answer>({ ok: false, reason: 'failed', error: failure, details: [], fields }, 500)
  if (!outcome.ok) {
    const { reason, details } = outcome
    if (!isQuestion(reason))
      return data<Answer>({ ok: false, reason, error: refusals[reason], details, fields }, statusOf(reason))
    const error = question ?? refusals[reason]
    // The confirmation says what it was shown: a result that comes in meanwhile is asked about again.
    const confirmable = [...fields.filter(([name]) => name !== 'asked'), ['asked', asked] as const]
    return data<Answer>({ ok: false, reason, error, details, fields: confirmable }, statusOf(reason))
  }
  const { message, revision, unchanged } = outcome.value
  if (!parts.isScripted) {
    const same = backUnchanged ?? withParam(back, 'same', 1)
    throw redirect(unchanged ? same : withParam(back, 'done', revision), 303)
  }
  // Without a line of its own in the journal there is nothing to take back.
  return data<Answer>({ ok: true, message, revision: unchanged ? 0 : revision })
}

/** Read before the command looks: rather asked once too often than once too little. */
async function currentRevision({ app }: RequestParts): Promise<string> {
  const view = await app.publicView().catch(() => undefined)
  return String(view?.revision ?? 0)
}

/** A refusal that needs no command to be asked: the post itself makes no sense. */
export function refuse(reason: Refusal, form: FormData, details: readonly string[] = []) {
  return data<Answer>(
    { ok: false, reason, error: refusals[reason], details, fields: fieldsOf(form) },
    statusOf(reason),
  )
}

function withParam(back: string, name: string, value: number) {
  const [path, query] = back.split('?')
  const params = new URLSearchParams(query)
  params.set(name, String(value))
  return `${path}?${params}`
}

/** Passwords are never sent back to the page. */
export function fieldsOf(form: FormData): Fields {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
  )
}

function statusOf(reason: Refusal): number {
  if (reason === 'tools-off') return 403
  if (reason.startsWith('no-such-') || reason === 'no-draw') return 404
  return isQuestion(reason) || reason === 'changed-meanwhile' ? 409 : 422
}
