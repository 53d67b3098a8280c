import type { FormEvent } from 'react'
import { type Answer, fieldsOf, unanswered } from '../../domain/answer.ts'
import { loadTimeoutMs } from '../../domain/settings/limits.ts'
import { paths } from '../paths.ts'
import { actionTimeoutMs, session } from '../reachable.ts'

/**
 * Posts a form to its action's resource route, without retries. No answer is a failure with the sentence `failed`; an action that loads
 * passes `late`, and has the 10 s timeout of a page and this sentence. Throws only before the request, so that `submitWith` can fall back
 * to a plain post.
 */
export async function postAction(form: FormData, failed: string, late?: string): Promise<Answer> {
  const intent = String(form.get('intent'))
  // Asked all the same: a cup on this very machine needs no network.
  const wasOffline = !navigator.onLine
  const request = {
    method: 'POST',
    // The address of a team's own page contains its token.
    body: new URLSearchParams([
      ['page', location.pathname],
      ...[...form].map(([name, value]) => [name, String(value)]),
    ]),
    signal: AbortSignal.timeout(late ? loadTimeoutMs : actionTimeoutMs),
  }
  try {
    const response = await fetch(paths.action(intent), request)
    const answer = (await response.json()) as Answer
    return answer.ok || answer.reason !== 'signed-out' ? answer : await new Promise<never>(session.end)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return {
      ok: false,
      reason: 'unreachable',
      error: (isLate && late) || failed,
      hint: wasOffline && !isLate ? unanswered.offline : unanswered.silent,
      details: [],
      fields: fieldsOf(form),
    }
  }
}

/**
 * Single flight and idempotency key: a form with the same `key` joins the pending post. After a post without an answer, which may have
 * counted, it reuses the request id, so that the server counts it once; but not after another decision about the same thing.
 */
export function createOnce() {
  const open = new Map<string, Sent>()

  return function once(form: FormData, key: string, post: () => Promise<Answer>): Promise<Answer> {
    const earlier = open.get(key)
    if (earlier?.answer) return earlier.answer
    const subject = subjectOf(form)
    for (const [other, sent] of open) {
      if (other !== key && sent.subject === subject && !sent.answer) open.delete(other)
    }
    const requestId = earlier?.requestId ?? randomToken()
    form.set('requestId', requestId)
    const answer = post()
    open.set(key, { requestId, subject, answer })
    const forget = () => void open.delete(key)
    answer.then((settled) => {
      if (settled.ok || settled.reason !== 'unreachable') forget()
      else open.set(key, { requestId, subject })
    }, forget)
    return answer
  }
}

type Sent = { readonly requestId: string; readonly subject: string; readonly answer?: Promise<Answer> }

/** The match or the team that a form decides about; the others of a page share one subject. */
function subjectOf(form: FormData): string {
  return String(form.get('matchId') ?? form.get('teamId') ?? '')
}

type Send = (fields: FormData, submitter: HTMLButtonElement | null, form: HTMLFormElement) => unknown

/**
 * Submit handler that sends the form by script. If that throws, as on a phone that is too old, the browser posts the same fields,
 * including any request id, so that it counts once.
 */
export function submitWith(send: Send) {
  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const fields = new FormData(form)
    // Not `new FormData(form, submitter)`: Chrome has it only since 112.
    if (submitter?.name) fields.append(submitter.name, submitter.value)
    try {
      await send(fields, submitter, form)
    } catch {
      postPlainly(fields)
    }
  }
}

function postPlainly(fields: FormData) {
  const form = document.createElement('form')
  form.method = 'post'
  for (const [name, value] of fields) {
    const field = document.createElement('input')
    form.append(Object.assign(field, { type: 'hidden', name, value: String(value) }))
  }
  document.body.append(form)
  form.submit()
}

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** `crypto.randomUUID` needs a secure context, and the bar's own Wi-Fi serves plain http. */
function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
