import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { messages } from '../domain/messages.ts'
import type { LoadError } from './load-or-error.ts'
import { answered } from './reachable.ts'

/**
 * The clientLoader of every organiser's route, and of one of the public's: a server that cannot be reached is trouble like any other, not the end of the
 * page. What does come is of the route's own type.
 */
export function reachableLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<LoadError> {
  return answered(serverLoader<LoadError>(), () => ({ error: messages.loadFailed }))
}

/**
 * What the page was last loaded with: trouble while it is asked for anew leaves it standing, and all that was typed. Trouble
 * with `another` part of the list is told.
 */
export function useLoaded<Loaded extends object>(loaded: Loaded, another = ''): Loaded {
  const [good, setGood] = useState({ loaded, another })
  if ('error' in loaded && !('error' in good.loaded) && another === good.another) return good.loaded
  if (good.loaded !== loaded) setGood({ loaded, another })
  return loaded
}
