/**
 * An error and its causes, for a log. Only the stacks: other fields of an error may repeat what a person typed, such as
 * a row that a database refused.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nbecause of ${failureText(error.cause)}`
}
