import { paths } from '../paths.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** A field by its name, and its position among those of the same name. */
type Typed = readonly [name: string, nth: number, value: string]

type Left = { readonly page: string; readonly typed: readonly Typed[] }

const storageKey = 'leftForLogin'
const typedInto = new Set<TextField>()
let isLoggingOut = false

/** The session is about to end by this page's own doing: that leads home. */
export function setLoggingOut(isOn: boolean) {
  isLoggingOut = isOn
}

/** Remembers the text fields that are typed into, but for passwords. */
export function watchTyping(): () => void {
  function remember({ target }: Event) {
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    if (isText && !/^(password|checkbox|radio)$/.test(target.type)) typedInto.add(target)
  }
  document.addEventListener('input', remember)
  return () => {
    document.removeEventListener('input', remember)
    typedInto.clear()
  }
}

/**
 * The session has ended: to /login and, once signed in, back to this page. By a page load, so that nothing that only an organiser may
 * read stays in the tab's memory; text that was typed and not sent waits in the tab's storage.
 */
export function leaveForLogin() {
  if (isLoggingOut) return
  const page = location.pathname + location.search
  const typed = [...typedInto].filter(({ isConnected }) => isConnected).map(typedIn)
  sessionStorage.setItem(storageKey, JSON.stringify({ page, typed } satisfies Left))
  location.replace(paths.login)
}

function typedIn(field: TextField): Typed {
  return [field.name, fieldsNamed(field.name).indexOf(field), field.value]
}

function fieldsNamed(name: string): TextField[] {
  return [...document.getElementsByName(name)] as TextField[]
}

/** The page that this tab left for the login page. */
export function pageLeft(): string | undefined {
  return readLeft()?.page
}

function readLeft(): Left | undefined {
  return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined
}

/** Types again what was typed into this page before its session ended. */
export function restoreTyped() {
  const { page, typed = [] } = readLeft() ?? {}
  sessionStorage.removeItem(storageKey)
  if (page !== location.pathname + location.search) return
  for (const [name, nth, value] of typed) {
    const field = fieldsNamed(name)[nth]
    if (!field) continue
    // Past React's own setter, which would take the event below for no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
