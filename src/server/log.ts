/**
 * One line of what failed, then where. Only the stack is printed: other fields of an error may repeat what a person typed.
 */
export function logProblem(what: string, error: unknown): void {
  const where = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(`${what}\n${where}`)
}
