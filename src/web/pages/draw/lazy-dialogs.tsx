import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { FindDialog } from './find-dialog.tsx'
import type { MatchDialog } from './match-dialog.tsx'

// Code-split, and no part of the server's HTML: nothing may suspend while a page is hydrated, for React would drop the server's HTML
// with the next live event. Preloaded, so that they also open without a network; a page that cannot load them does without.

const loadFind = () => import('./find-dialog.tsx')
const loadMatch = () => import('./match-dialog.tsx')

type FindProps = ComponentProps<typeof FindDialog>
type MatchProps = ComponentProps<typeof MatchDialog>

const Find = lazy<ComponentType<FindProps>>(() =>
  loadFind().then(
    (file) => ({ default: file.FindDialog }),
    () => ({ default: () => null }),
  ),
)
const Details = lazy<ComponentType<MatchProps>>(() =>
  loadMatch().then(
    (file) => ({ default: file.MatchDialog }),
    () => ({ default: () => null }),
  ),
)

export function LazyFindDialog(props: FindProps) {
  const isNeeded = useOnceNeeded(props.open, loadFind)
  return <Suspense>{isNeeded && <Find {...props} />}</Suspense>
}

export function LazyMatchDialog(props: MatchProps) {
  const isNeeded = useOnceNeeded(props.match !== undefined, loadMatch)
  return <Suspense>{isNeeded && <Details {...props} />}</Suspense>
}

/** True from the first opening on: a dialog stays mounted, so that closing it restores the focus. */
function useOnceNeeded(isOpen: boolean, load: () => Promise<unknown>): boolean {
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  useEffect(() => {
    load().catch(() => undefined)
  }, [load])
  return wasOpened || isOpen
}
