import { paths } from './paths.ts'

/** Timeout of an action: a little more than the server itself may need. */
export const actionTimeoutMs = 12_000

/** The server's answer; without one (no network, a proxy's error page, silence) `otherwise`. A redirect is an answer. */
export function answered<Value>(
  asked: Promise<Value>,
  otherwise: (isSilent: boolean) => Value,
  patienceMs = actionTimeoutMs,
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

/** The session has ended. */
export function leadsToLogin(answer: unknown): boolean {
  return answer instanceof Response && answer.headers.get('location') === paths.login
}

/** What happens when the session has ended; an organiser's page replaces it, to keep what was typed (actions/ended-session.ts). */
export const session = { end: () => location.replace(paths.login) }
