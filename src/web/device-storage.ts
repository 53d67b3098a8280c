/** In-memory fallback where the browser forbids storage. */
const unsaved = new Map<string, string>()

type Where = 'localStorage' | 'sessionStorage'

export function remembered(key: string, where: Where = 'localStorage'): string | undefined {
  try {
    return globalThis[where].getItem(key) ?? undefined
  } catch {
    return unsaved.get(key)
  }
}

export function remember(key: string, value: string | undefined, where: Where = 'localStorage') {
  try {
    if (value === undefined) globalThis[where].removeItem(key)
    else globalThis[where].setItem(key, value)
  } catch {
    if (value === undefined) unsaved.delete(key)
    else unsaved.set(key, value)
  }
}
