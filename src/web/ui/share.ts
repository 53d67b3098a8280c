/**
 * Hands an address on: by the device's own share sheet, else by the clipboard. On plain http a browser has neither; then it is the
 * person's to take.
 */
export async function share(title: string, url: string): Promise<'sent' | 'copied' | 'shown'> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url })
      return 'sent'
    }
  } catch (error) {
    // Whoever thought better of it needs no answer.
    if ((error as Error).name === 'AbortError') return 'sent'
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'shown'
  }
}
