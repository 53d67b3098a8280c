/**
 * What the server answers; where it does not (no network, a proxy's own error page, too long a silence) the page stands and
 * gets `otherwise`. A redirect is an answer too.
 */
export function answered<Answer>(
  asked: Promise<Answer>,
  otherwise: () => Answer,
  patienceMs = 30_000,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout>
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patienceMs)
  })
  return Promise.race([asked, silence])
    .catch((error: unknown) => {
      if (error instanceof Response) throw error
      return otherwise()
    })
    .finally(() => clearTimeout(timer))
}
