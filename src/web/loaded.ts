import { useState } from 'react'
import { type ClientLoaderFunctionArgs, matchPath } from 'react-router'
import { messages } from '../domain/messages.ts'
import { scriptTimeoutMs } from '../domain/settings/limits.ts'
import type { LoadError } from './load-or-error.ts'
import { answered, leadsToLogin } from './reachable.ts'

const signedOutMeanwhile =
  'You have been signed out. Please sign in again in another tab; this page goes on from there.'

/**
 * A page's clientLoader: when its data cannot be had, the page is opened all the same and says its own sentence. What does come
 * is of the route's own type.
 */
export function loadedOr(sentence: string) {
  return ({ pattern, serverLoader }: ClientLoaderFunctionArgs): Promise<LoadError> => {
    // A page that stands gives up sooner, to ask again; one that is being opened says by itself that it takes long (root.tsx).
    const isOpen = matchPath(`/${pattern.replace(/^\//, '')}`, location.pathname) !== null
    const asked = serverLoader<LoadError>().catch((error: unknown) => {
      if (!isOpen || !leadsToLogin(error)) throw error
      // What was typed here must not go with the session; the next tap says the same.
      return { error: signedOutMeanwhile }
    })
    return answered(
      asked,
      (isSilent) => ({ error: isSilent ? messages.loadTimeout : sentence }),
      isOpen ? 30_000 : scriptTimeoutMs,
    )
  }
}

/**
 * What the page was last loaded with: trouble while it is asked for anew leaves it standing, and all that was typed. Trouble
 * with `another` part of the list is told.
 */
export function useLoaded<Loaded extends object>(loaded: Loaded, another = ''): Loaded {
  const [known, setKnown] = useState({ loaded, another, shown: loaded })
  if (known.loaded === loaded && known.another === another) return known.shown
  const isTrouble = 'error' in loaded && !('error' in known.shown) && another === known.another
  const shown = known.loaded === loaded || isTrouble ? known.shown : loaded
  setKnown({ loaded, another, shown })
  return shown
}
