import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Scale of each zoom step; step 0 is 1. */
const scales = [0.42, 0.6, 0.8, 1, 1.3, 1.7]
const usual = scales.indexOf(1)
const smallest = -usual
const largest = scales.length - 1 - usual

export function zoomScale(step: number): number {
  return scales[usual + step] ?? 1
}

/** Zooms in steps around the middle of the visible part. */
export function useZoom(box: RefObject<HTMLElement | null>) {
  const [level, setLevel] = useState(0)
  const middle = useRef<{ x: number; y: number }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another level has changed the size of the tree.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !middle.current) return
    const { x, y } = middle.current
    const now = middleOf(element)
    element.scrollLeft += (x - now.x) * now.width
    element.scrollTop += (y - now.y) * now.height
  }, [box, level])

  function step(by: number) {
    if (box.current) middle.current = middleOf(box.current)
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

/** The middle of the box relative to the tree's size, without the round names, which do not scale. */
function middleOf(box: HTMLElement) {
  const frame = box.getBoundingClientRect()
  const tree = box.firstElementChild?.getBoundingClientRect() ?? frame
  const { top, height } = box.querySelector('.cells')?.getBoundingClientRect() ?? tree
  return {
    x: (frame.left + frame.width / 2 - tree.left) / tree.width,
    y: (frame.top + frame.height / 2 - top) / height,
    width: tree.width,
    height,
  }
}
