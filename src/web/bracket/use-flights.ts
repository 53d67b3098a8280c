import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Draw } from '../../domain/cup.ts'

/** A winner slides along to its next match, and the place it comes to lights up for a moment. */
export function useFlights(box: RefObject<HTMLElement | null>, draw: Pick<Draw, 'rounds'>) {
  const before = useRef(draw)
  useLayoutEffect(() => {
    const earlier = before.current
    before.current = draw
    if (earlier === draw || !box.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const within = box.current
    // Only who sees a match being won needs this script; should it not come, the result is there without the motion.
    import('./fly-winners.ts').then(({ flyWinners }) => flyWinners(within, earlier, draw)).catch(() => {})
  }, [box, draw])
}
