import { useEffect, useMemo, useState } from 'react'
import type { Draw, SideRef } from '../../domain/cup.ts'
import { drawAfterLots, isShowRunning, lotsOf, lotsShown, nextLotAt } from '../../domain/draw/lots.ts'
import { liveStore, useLiveStatus } from '../live/use-live-view.ts'

/** How far the show of a draw is. */
export type Lots = {
  readonly total: number
  /** Undefined until the page knows the time: names are then hidden by a style, and shown where there are no scripts. */
  readonly fallen: number | undefined
  /** Where the last one fell. */
  readonly latest: SideRef | undefined
}

/** The value of `data-lots`, by which names are hidden until the page knows the time. */
export function lotsState(lots: Lots | undefined): 'unknown' | 'falling' | undefined {
  return lots && (lots.fallen === undefined ? 'unknown' : 'falling')
}

type Shown<Given> = { readonly draw: Given; readonly lots: Lots | undefined }

/** More often than this nobody could follow. */
const shortestMs = 250

/** The draw as far as its lots have fallen, and how far that is while they do. */
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

/** The server's time, looked at again whenever a lot falls; undefined until the stream has told it. */
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
  // A draw that has just come is not shown whole for even one frame.
  return looked ?? liveStore.serverTime().getTime()
}
