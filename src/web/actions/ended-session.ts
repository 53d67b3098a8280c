import { useEffect, useSyncExternalStore } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { remember, remembered } from '../device-storage.ts'
import { liveStore } from '../live/use-live-view.ts'
import { useReload } from '../page.tsx'
import { paths } from '../paths.ts'
import { session } from '../reachable.ts'

/** What `pageLoader` adds to an organiser's page. */
type Loaded = { readonly revision?: number; readonly signedInUntil?: string }

/** Our estimate of the server's clock may be a little fast. */
const marginMs = 1_000

/** Revalidates an organiser's page when any session has ended, or its own should have expired: if it has, the guard redirects to /login. */
export function useEndedSession() {
  // Null after a failed load of a page without an error sentence.
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

/** On while this page itself signs out, which leads home. */
export function setLoggingOut(isOn: boolean) {
  isLoggingOut = isOn
}

/** Tracks the text fields that are typed into, except passwords. */
function watchTyping(): () => void {
  function onInput({ target }: Event) {
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    if (isText && !/^(password|checkbox|radio|file)$/.test(target.type)) typedInto.add(target)
  }
  document.addEventListener('input', onInput)
  return () => {
    document.removeEventListener('input', onInput)
    typedInto.clear()
  }
}

/**
 * Goes to /login, which returns here after signing in. A full page load, so that no organisers' data stays in memory; unsent text
 * is kept in sessionStorage.
 */
function leaveForLogin() {
  if (isLoggingOut) return
  const page = location.pathname + location.search
  const typed = [...typedInto].filter(({ isConnected }) => isConnected).map(typedIn)
  remember(storageKey, JSON.stringify({ page, typed } satisfies Left), 'sessionStorage')
  location.replace(paths.login)
}

function typedIn(field: TextField): Typed {
  return [field.name, fieldsNamed(field.name).indexOf(field), field.value]
}

function fieldsNamed(name: string): TextField[] {
  return [...document.getElementsByName(name)] as TextField[]
}

/** The page to return to after signing in. */
export function pageLeft(): string | undefined {
  return readLeft()?.page
}

function readLeft(): Left | undefined {
  return JSON.parse(remembered(storageKey, 'sessionStorage') ?? 'null') ?? undefined
}

/** Restores the unsent text. */
function restoreTyped() {
  const { page, typed = [] } = readLeft() ?? {}
  remember(storageKey, undefined, 'sessionStorage')
  if (page !== location.pathname + location.search) return
  for (const [name, nth, value] of typed) {
    const field = fieldsNamed(name)[nth]
    if (!field) continue
    // The prototype's setter: after React's own, React would ignore the event below as no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
