import { applyRevision, isAfter, type Position, type Revision, type ViewSlice } from '../../domain/changes.ts'
import type { CupView } from '../../domain/cup.ts'

/** The parts of the view that open pages render from, each as of the last event that concerned it. */
export function createLiveSlices() {
  const counts = new Map<ViewSlice, number>()
  /** A page that is opened again with the same data goes on from where it was. */
  const current = new WeakMap<ViewSlice, ViewSlice>()

  function read<Part extends ViewSlice>(slice: Part): Part {
    return (current.get(slice) ?? slice) as Part
  }

  return {
    add(slice: ViewSlice): () => void {
      counts.set(slice, (counts.get(slice) ?? 0) + 1)
      return () => {
        const count = (counts.get(slice) ?? 1) - 1
        if (count > 0) counts.set(slice, count)
        else counts.delete(slice)
      }
    },
    read,
    /** The oldest of what the open pages show; undefined if none is open. */
    oldest(): Position | undefined {
      const positions = [...counts.keys()].map(read).map(({ epoch, revision }) => ({ epoch, revision }))
      return positions.sort((a, b) => (isAfter(a, b) ? 1 : -1))[0]
    },
    apply(epoch: number, revision: Revision) {
      for (const slice of counts.keys()) {
        const known = read(slice)
        if (known.epoch === epoch) current.set(slice, applyRevision(known, revision))
      }
    },
    replace(view: CupView) {
      for (const slice of counts.keys()) current.set(slice, sliceOf(view, read(slice)))
    },
  }
}

/** The same parts, from the whole view; what else the page's data holds stays. */
function sliceOf(view: CupView, slice: ViewSlice): ViewSlice {
  const { draw: _before, ...rest } = slice
  return {
    ...rest,
    epoch: view.epoch,
    revision: view.revision,
    ...(slice.settings && { settings: view.settings }),
    ...(slice.entries && { entries: view.entries }),
    ...(slice.editions && { editions: view.editions }),
    ...(slice.pastDraws && { pastDraws: view.pastDraws }),
    ...(slice.drawStatus && { drawStatus: view.drawStatus }),
    // As in applyRevision: whoever tells the status carries the draw, also while there is none.
    ...((slice.drawStatus || slice.draw) && view.draw && { draw: view.draw }),
  }
}
