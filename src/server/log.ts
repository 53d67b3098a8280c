import { failureText } from '../domain/text.ts'

/** To stderr: one line, then the stack. */
export function logProblem(what: string, error: unknown): void {
  console.error(`${what}\n${failureText(error)}`)
}
