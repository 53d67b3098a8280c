import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { scriptTroubleId } from './late-scripts.tsx'

/**
 * A part of a page that nobody needs to read it, as a script of its own: asked for at the first touch of the page, so that it is
 * usually there when it is wanted. One that does not come uncovers the note with Retry; the page stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  if (!import.meta.env.SSR) atFirstTouch(() => load().catch(() => {}))
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      document.getElementById(scriptTroubleId)?.removeAttribute('hidden')
      return { default: Nothing }
    }
  })
}

/** Holds a late part back until it is wanted for the first time. */
export function Late({ when, children }: { when: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(when)
  if (when && !wasWanted) setWasWanted(true)
  return wasWanted && <Suspense>{children}</Suspense>
}

function Nothing() {
  return null
}

function atFirstTouch(run: () => void) {
  const kinds = ['pointerdown', 'pointermove', 'keydown']
  const first = () => {
    for (const kind of kinds) removeEventListener(kind, first, true)
    run()
  }
  for (const kind of kinds) addEventListener(kind, first, { capture: true, passive: true })
}
