import { useEffect, useMemo, useState } from 'react'
import type { Draw, SideRef } from '../../domain/cup.ts'
import { drawAfterLots, isShowRunning, lotsOf, lotsShown, nextLotAt } from '../../domain/draw/lots.ts'
import { liveStore, useLiveStatus } from '../live/use-live-view.ts'

/** Progress of the show, in which the lots are revealed one by one. */
export type Lots = {
  readonly total: number
  /** Undefined until the page knows the server's time: CSS then hides names, except without scripts. */
  readonly fallen: number | undefined
  /** The place of the last one. */
  readonly latest: SideRef | undefined
}

/** The value of `data-lots`; `unknown` hides names (lots.css). */
export function lotsState(lots: Lots | undefined): 'unknown' | 'falling' | undefined {
  return lots && (lots.fallen === undefined ? 'unknown' : 'falling')
}

type Shown<Given> = { readonly draw: Given; readonly lots: Lots | undefined }

/** Lower bound of the timer. */
const shortestMs = 250

/** The draw with the lots revealed so far, and the progress while the show runs. */
export function useLots<Given extends Draw | undefined>(draw: Given): Shown<Given> {
  const now = useServerTime(draw)
  const fallen = draw && now !== undefined ? lotsShown(draw, now) : undefined
  const isRunning = draw?.show === true && (now === undefined || isShowRunning(draw, now))
  return useMemo((): Shown<Given> => {
    if (!draw || !isRunning) return { draw, lots: undefined }
    const places = lotsOf(draw)
    const lots = { total: places.length, fallen, latest: fallen ? places[fallen - 1] : undefined }
    return { draw: fallen === undefined ? draw : drawAfterLots(draw, fallen), lots }
  }, [draw, isRunning, fallen])
}

/** The server's time, updated with each lot; undefined until the stream is connected. */
function useServerTime(draw: Draw | undefined): number | undefined {
  const [looked, setLooked] = useState<number>()
  const isConnecting = useLiveStatus().state === 'connecting'
  const isShow = draw?.show === true && !isConnecting
  useEffect(() => {
    if (!isShow) return
    let timer: ReturnType<typeof setTimeout>
    function look() {
      const now = liveStore.serverTime().getTime()
      setLooked(now)
      const next = draw && nextLotAt(draw, now)
      if (next !== undefined) timer = setTimeout(look, Math.max(next - now, shortestMs))
    }
    look()
    return () => clearTimeout(timer)
  }, [draw, isShow])
  if (!isShow) return undefined
  // Before the effect has run: not one frame may show the whole draw.
  return looked ?? liveStore.serverTime().getTime()
}
