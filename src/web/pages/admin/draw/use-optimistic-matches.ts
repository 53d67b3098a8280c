import { useCallback, useMemo, useState } from 'react'
import type { Draw, Match } from '../../../../domain/cup.ts'
import { confirmed, type PendingTap, stillPending, takenBack, withPendingTaps } from './optimistic-matches.ts'

export type OptimisticMatches = {
  /** The live draw with every pending tap already in it. */
  readonly draw: Draw | undefined
  /** Shows what the rule says the tap will change; the token is the request's own. */
  readonly show: (token: string, matches: readonly Match[]) => void
  /** The server's answer: with its revision the tap stays until the live stream brings it, without one it is taken back. */
  readonly settle: (token: string, revision: number | undefined) => void
}

/** One tap and its feedback within a frame: shown at once, kept by the event that confirms it, taken back by a refusal. */
export function useOptimisticMatches(live: {
  readonly revision: number
  readonly draw?: Draw | undefined
}): OptimisticMatches {
  const [taps, setTaps] = useState<readonly PendingTap[]>([])
  const pending = stillPending(taps, live.revision)
  // Set while rendering, as React advises for state that follows from what is shown.
  if (pending !== taps) setTaps(pending)

  const draw = useMemo(() => live.draw && withPendingTaps(live.draw, pending), [live.draw, pending])
  const show = useCallback((token: string, matches: readonly Match[]) => {
    setTaps((now) => [...takenBack(now, token), { token, matches }])
  }, [])
  const settle = useCallback((token: string, revision: number | undefined) => {
    setTaps((now) => (revision === undefined ? takenBack(now, token) : confirmed(now, token, revision)))
  }, [])
  return { draw, show, settle }
}
