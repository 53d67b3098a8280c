import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazily } from '../../lazily.ts'

// Client-only: if anything suspended during hydration, React would discard the server's HTML at the next live event. Preloaded, so that
// they also open without a network.

const loadFind = () => import('./find-dialog.tsx').then((file) => file.FindDialog)
const loadMatch = () => import('./match-dialog.tsx').then((file) => file.MatchDialog)

const Find = lazily(loadFind)
const Details = lazily(loadMatch)

export function LazyFindDialog(props: ComponentProps<typeof Find>) {
  const isNeeded = useOnceNeeded(props.open, loadFind)
  return <Suspense>{isNeeded && <Find {...props} />}</Suspense>
}

export function LazyMatchDialog(props: ComponentProps<typeof Details>) {
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
