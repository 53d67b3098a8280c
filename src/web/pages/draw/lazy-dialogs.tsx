import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazily } from '../../lazily.ts'

// No part of the server's HTML: nothing may suspend while a page is hydrated, for React would drop the server's HTML with the next live
// event. Preloaded, so that they also open without a network.

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
