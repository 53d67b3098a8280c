import { useEffect, useSyncExternalStore } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { liveStore } from '../live/use-live-view.ts'
import { useReload } from '../page.tsx'
import { session } from '../reachable.ts'
import { leaveForLogin, restoreTyped, watchTyping } from './leave-for-login.ts'

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
