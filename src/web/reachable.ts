/**
 * What the server answers; where it does not (no network, a proxy's own error page, too long a silence) the page stands and
 * gets `otherwise`. A redirect is an answer too.
 */
export function answered<Answer>(
  asked: Promise<Answer>,
  otherwise: (isSilent: boolean) => Answer,
  patienceMs = 30_000,
): Promise<Answer> {
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
