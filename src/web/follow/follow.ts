import { useSyncExternalStore } from 'react'
import type { TeamId } from '../../domain/cup.ts'

const key = 'followedTeam'
const listeners = new Set<() => void>()
/** Where storage is forbidden the choice lasts as long as the page. */
let unsaved: TeamId | undefined

/** The team this device follows: no account, nothing leaves the device. */
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
