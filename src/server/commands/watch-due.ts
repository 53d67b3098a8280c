import type { CupView } from '../../domain/cup.ts'
import type { Clock } from '../clock.ts'
import type { PublicView } from '../view.ts'

type DueParts = {
  readonly view: PublicView
  readonly clock: Clock
  /** 0 when due; undefined for never. */
  readonly msUntil: (view: CupView, now: Date) => number | undefined
  readonly run: () => Promise<void>
}

/** Timers overflow after 24 days. */
const longestWaitMs = 3_600_000
const retryMs = 2_000

/** Timer for the cup's own actions, reset with each change of the view. Returns its stop function. */
export function watchDue({ view, clock, msUntil, run }: DueParts): () => void {
  let cancel = () => {}
  let isStopped = false

  function setTimer(atLeastMs = 0) {
    cancel()
    const now = view.current()
    const wait = now && msUntil(now, clock.now())
    if (wait === undefined || isStopped) return
    cancel = clock.after(Math.max(atLeastMs, Math.min(wait, longestWaitMs)), runNow)
  }

  // Done, too early or failed: in any case the view decides on the next timer.
  function runNow() {
    run()
      .catch(() => {})
      .then(() => setTimer(retryMs))
  }

  const unsubscribe = view.subscribe(() => setTimer())
  setTimer()
  return function stop() {
    isStopped = true
    cancel()
    unsubscribe()
  }
}
