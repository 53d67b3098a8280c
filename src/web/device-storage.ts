/** In-memory fallback where the browser forbids storage. */
const unsaved = new Map<string, string>()

export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return unsaved.get(key)
  }
}

export function remember(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === undefined) unsaved.delete(key)
    else unsaved.set(key, value)
  }
}
