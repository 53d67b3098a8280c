import { useEffect, useSyncExternalStore } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { liveStore } from '../live/use-live-view.ts'
import { useReload } from '../page.tsx'
import { paths } from '../paths.ts'
import { session } from '../reachable.ts'

/** What `pageLoader` adds to an organiser's page. */
type Loaded = { readonly revision?: number; readonly signedInUntil?: string }

/** The session may be over a little later by the server's clock than by our estimate of it. */
const marginMs = 1_000

/** Revalidates an organiser's page when any session has ended, and when its own should have: if it has, the guard leads to /login. */
export function useEndedSession() {
  // Null where a page without data of its own could not be loaded.
  const { revision = 0, signedInUntil } = useLoaderData<Loaded | null>() ?? {}
  const endedAt = useSyncExternalStore(liveStore.subscribe, liveStore.sessionEndedAt, () => 0)
  useReload(endedAt > revision)

  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (signedInUntil === undefined) return
    const ms = Date.parse(signedInUntil) - liveStore.serverTime().getTime() + marginMs
    const timer = setTimeout(() => void revalidate(), Math.max(ms, marginMs))
    return () => clearTimeout(timer)
  }, [signedInUntil, revalidate])

  useEffect(() => {
    restoreTyped()
    const stopWatching = watchTyping()
    const { end } = session
    session.end = leaveForLogin
    return () => {
      stopWatching()
      session.end = end
    }
  }, [])
}

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
function watchTyping(): () => void {
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
function leaveForLogin() {
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
function restoreTyped() {
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
