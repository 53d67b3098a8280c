import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const smallest = -3
const largest = 2

/** Steps of size (bracket.css knows how large each is); the middle of what is seen stays where it is. */
export function useZoom(box: RefObject<HTMLElement | null>) {
  const [level, setLevel] = useState(0)
  const middle = useRef<{ x: number; y: number }>(undefined)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !middle.current || level === undefined) return
    const { x, y } = middle.current
    element.scrollLeft = x * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = y * element.scrollHeight - element.clientHeight / 2
  }, [box, level])

  function step(by: number) {
    const element = box.current
    if (element) {
      middle.current = {
        x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
        y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
      }
    }
    setLevel((now) => Math.min(largest, Math.max(smallest, now + by)))
  }

  return {
    level,
    in: () => step(1),
    out: () => step(-1),
    canGoIn: level < largest,
    canGoOut: level > smallest,
  }
}
