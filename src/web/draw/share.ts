/** Hands an address on: the device's own share sheet, or the clipboard. Says what it did, if there is something to say. */
export async function share(title: string, path: string): Promise<string | undefined> {
  const url = new URL(path, location.href).href
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => undefined)
    return undefined
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    return url
  }
}
