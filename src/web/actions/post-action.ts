import { type Answer, type Failure, fieldsOf } from '../../domain/answer.ts'
import { unanswered } from '../../domain/messages.ts'
import { loadTimeoutMs } from '../../domain/settings/limits.ts'
import { paths } from '../paths.ts'

/** Request timeout: a little more than the server itself may need. */
const patienceMs = 12_000

const signedOut =
  'You have been signed out, so nothing was changed. This page stays as it is: sign in again in another tab, then send it once more.'

/**
 * Sends a form to the route of its action. Without an answer it fails with the sentence `failed`; nothing is sent again. With `late` it
 * is something that loads: it has the 10 s of a page, then this sentence.
 */
export async function postAction(form: FormData, failed: string, late?: string): Promise<Answer> {
  const failure = (reason: Failure['reason'], error: string, hint?: string): Failure => ({
    ok: false,
    reason,
    error,
    ...(hint && { hint }),
    details: [],
    fields: fieldsOf(form),
  })
  const intent = String(form.get('intent'))
  if (!navigator.onLine) return failure('unreachable', failed, unanswered.offline)
  try {
    const response = await fetch(paths.action(intent), {
      method: 'POST',
      // With the page's address: on a team's own page it is the key to its entry.
      body: new URLSearchParams([
        ['page', location.pathname],
        ...[...form].map(([name, value]) => [name, String(value)]),
      ]),
      signal: AbortSignal.timeout(late ? loadTimeoutMs : patienceMs),
    })
    const answer = (await response.json()) as Answer
    return !answer.ok && answer.reason === 'signed-out' ? failure('signed-out', signedOut) : answer
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return failure('unreachable', (isLate && late) || failed, unanswered.silent)
  }
}

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** `crypto.randomUUID` needs a secure context, and the bar's own Wi-Fi serves plain http. */
export function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
