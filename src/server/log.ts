import { failureText } from '../domain/text.ts'

/** One line of what failed, then where. */
export function logProblem(what: string, error: unknown): void {
  console.error(`${what}\n${failureText(error)}`)
}
