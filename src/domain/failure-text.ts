/**
 * What failed, and what that was caused by, for a log. Only the stacks: other fields of an error may repeat what a person
 * typed, such as the row a database would not take.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nbecause of ${failureText(error.cause)}`
}
