import { useCallback } from 'react'
import { type ClientActionFunctionArgs, useFormAction, useSubmit } from 'react-router'
import { actions, type FormAction, isFormAction } from '../../domain/actions.ts'
import { type Answer, type Failure, type Fields, fieldsOf } from '../../domain/answer.ts'
import { unanswered } from '../../domain/messages.ts'
import { textOf } from '../../domain/text.ts'
import { answered, leadsToLogin } from '../reachable.ts'

/** A post the network swallowed is given up after this long, a little more than the server itself may need: a person in a hurry must know. */
const patienceMs = 12_000

const signedOut =
  'You have been signed out, so nothing was changed. This page stays as it is: sign in again in another tab, then send it once more.'

const waiting = new Map<string, (answer: Answer) => void>()

/**
 * The clientAction of every page with a form: a post that does not reach the server, or is sent on to the login page, answers
 * with the sentence of its action, or of `unnamed`, and leaves the page standing, with everything that was typed. Nothing is
 * kept to be sent later.
 */
export function reachableAction(unnamed?: FormAction) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer> => {
    const form = await request.clone().formData()
    const intent = textOf(form, 'intent') || (unnamed ?? '')
    const sentence = (isFormAction(intent) && actions[intent].failed) || unanswered.silent
    const unreached = (hint: string) => failed('unreachable', sentence, form, hint)

    function ask(): Promise<Answer> {
      const asked = serverAction<Answer>().catch((error: unknown) => {
        // A logout that finds no session has what it wants.
        if (intent === 'logout' || !leadsToLogin(error)) throw error
        return failed('signed-out', signedOut, form)
      })
      return answered(asked, () => unreached(unanswered.silent), patienceMs)
    }

    const answer = navigator.onLine ? await ask() : unreached(unanswered.offline)
    waiting.get(String(form.get('requestId')))?.(answer)
    return answer
  }
}

/**
 * Sends a form to this page's own route. Every post carries a random token, so that one sent twice counts once; one that is sent
 * again keeps its token.
 */
export function usePost() {
  const submit = useSubmit()
  // Said with each post: one that waits for its turn may be sent when another page is open already.
  const action = useFormAction()
  return useCallback(
    async (form: FormData): Promise<Answer> => {
      const requestId = form.get('requestId')?.toString() ?? randomToken()
      form.set('requestId', requestId)
      const answered = new Promise<Answer>((resolve) => waiting.set(requestId, resolve))
      try {
        await Promise.race([
          answered,
          submit(form, { method: 'post', action, navigate: false, fetcherKey: requestId }),
        ])
        // A post that led elsewhere settles without an answer, and the page is left.
        return await Promise.race([answered, Promise.resolve(failed('unreachable', unanswered.silent, form))])
      } finally {
        waiting.delete(requestId)
      }
    },
    [submit, action],
  )
}

export function formOf(fields: Readonly<Record<string, string>> | Fields): FormData {
  const form = new FormData()
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
  for (const [name, value] of pairs) form.append(name, value)
  return form
}

function failed(reason: Failure['reason'], error: string, form: FormData, hint?: string): Answer {
  return { ok: false, reason, error, ...(hint && { hint }), details: [], fields: fieldsOf(form) }
}

/** `crypto.randomUUID` is missing where the bar's own Wi-Fi serves plain http. */
function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
