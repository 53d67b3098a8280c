import type { ClientActionFunctionArgs } from 'react-router'
import type { Answer } from '../domain/answer.ts'
import { paths } from './paths.ts'

/** The server's answer; without one (no network, a proxy's error page, silence) `otherwise`. A redirect is an answer. */
export function answered<Value>(
  asked: Promise<Value>,
  otherwise: (isSilent: boolean) => Value,
  patienceMs = 30_000,
): Promise<Value> {
  const silence = new Error('No answer.')
  let timer: ReturnType<typeof setTimeout>
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patienceMs, silence)
  })
  return Promise.race([asked, tooLate])
    .catch((error: unknown) => {
      if (error instanceof Response) throw error
      return otherwise(error === silence)
    })
    .finally(() => clearTimeout(timer))
}

/** The clientAction of a page with one form: without an answer, this sentence, and the page stays with all that was typed. */
export function answeredOr(sentence: string) {
  const failure = { ok: false, reason: 'unreachable', error: sentence, details: [], fields: [] } as const
  return ({ serverAction }: ClientActionFunctionArgs): Promise<Answer> =>
    answered<Answer>(serverAction(), () => failure)
}

/** The session has ended. */
export function leadsToLogin(answer: unknown): boolean {
  return answer instanceof Response && answer.headers.get('location') === paths.login
}
