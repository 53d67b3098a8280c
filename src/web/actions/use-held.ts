import { useCallback, useEffect, useRef, useState } from 'react'

/** What was tapped just now, as it was before: it keeps its place, so that nothing moves under a thumb, for `forMs` after the last tap or until `letGo`. */
export function useHeld<Item>(forMs?: number) {
  const [held, setHeld] = useState<ReadonlyMap<string, Item>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = useCallback(() => setHeld(new Map()), [])
  const hold = useCallback(
    (id: string, item: Item) => {
      setHeld((all) => (all.has(id) ? all : new Map([...all, [id, item]])))
      clearTimeout(timer.current)
      if (forMs !== undefined) timer.current = setTimeout(letGo, forMs)
    },
    [letGo, forMs],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { held, hold, letGo }
}
