import { useSyncExternalStore } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { canNotify } from './notify.ts'

const key = 'followedTeam'
const listeners = new Set<() => void>()
/** Where storage is forbidden the choice lasts as long as the page. */
let unsaved: TeamId | undefined

/** The team this device follows: no account, and nothing leaves the device unless it asked to be notified. */
export function useFollowedTeam(): TeamId | undefined {
  return useSyncExternalStore(subscribe, followedTeam, () => undefined)
}

export function follow(team: TeamId | undefined) {
  unsaved = team
  try {
    if (team) localStorage.setItem(key, team)
    else localStorage.removeItem(key)
  } catch {
    // Kept in `unsaved`.
  }
  for (const listener of listeners) listener()
  // What is not told now is told by the next page.
  if (canNotify() === 'granted') import('./web-push.ts').then(({ pushFor }) => pushFor(team)).catch(() => {})
}

export function followedTeam(): TeamId | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return unsaved
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
