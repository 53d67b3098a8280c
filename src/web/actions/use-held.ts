import { useCallback, useEffect, useRef, useState } from 'react'
import { statusMessageMs } from '../../domain/settings/limits.ts'

/** What was tapped just now, as it was before: it keeps its place for a while, so nothing moves under a thumb. */
export function useHeld<Item>() {
  const [held, setHeld] = useState<ReadonlyMap<string, Item>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = useCallback(() => setHeld(new Map()), [])
  const hold = useCallback(
    (id: string, item: Item) => {
      setHeld((all) => (all.has(id) ? all : new Map([...all, [id, item]])))
      clearTimeout(timer.current)
      timer.current = setTimeout(letGo, statusMessageMs)
    },
    [letGo],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { held, hold, letGo }
}
