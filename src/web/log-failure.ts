import { failureText } from '../domain/text.ts'

/** The screens' own word to the log of the server, which they see as types only. */
export function logFailure(error: unknown): void {
  console.error(failureText(error))
}
