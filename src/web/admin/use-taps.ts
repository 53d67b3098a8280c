import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Draw, type Match, matchAt, type SideNumber, sideOf } from '../../domain/cup.ts'
import { readerOf } from '../../domain/draw-reader.ts'
import { messages } from '../../domain/messages.ts'
import { recordWinner } from '../../domain/record-winner.ts'
import { sideName } from '../../domain/team-names.ts'
import { withMatches } from '../../domain/with-matches.ts'
import { useCommands } from './commands.tsx'
import { formOf } from './post.ts'

/** A winner that was tapped here and that the stream has not brought back yet. */
type PendingTap = {
  readonly id: number
  readonly match: Match
  readonly side: SideNumber
  readonly at: string
  /** The server's answer; unknown while it is on its way. */
  readonly revision?: number
}

export type TapWinner = (match: Match, side: SideNumber) => void

/**
 * Shows a tapped winner at once, by the same rule the server uses, and takes it back when the server says no.
 * Taps are sent one after the other, so that each one knows what the one before it changed.
 */
export function useTaps(
  draw: Draw | undefined,
  revision: number,
): { shown: Draw | undefined; tapWinner: TapWinner } {
  const { send } = useCommands()
  const [taps, setTaps] = useState<readonly PendingTap[]>([])
  const pending = useMemo(
    () => taps.filter((tap) => tap.revision === undefined || tap.revision > revision),
    [taps, revision],
  )
  const shown = useMemo(() => draw && pending.reduce(withTap, draw), [draw, pending])

  const latest = useRef({ draw, shown })
  useEffect(() => {
    latest.current = { draw, shown }
  })
  const sending = useRef(Promise.resolve())
  /** Revisions of matches this page changed itself: the stream may bring them later than the next tap. */
  const own = useRef(new Map<string, number>())
  const nextId = useRef(0)

  const tapWinner = useCallback<TapWinner>(
    (match, side) => {
      nextId.current += 1
      const tap = { id: nextId.current, match, side, at: new Date().toISOString() }
      const touched = touchedBy(latest.current.shown, tap)
      const teams = latest.current.shown?.teams ?? {}
      const name = sideName(teams, sideOf(match, side))
      const isChange = match.winner !== undefined && match.winner !== side

      async function post() {
        const seen = Math.max(revisionOf(latest.current.draw, match), own.current.get(match.id) ?? 0)
        const answer = await send(
          formOf({ intent: 'set-winner', matchId: match.id, side: String(side), seen: String(seen) }),
          isChange ? messages.changingWinner(name) : messages.settingWinner(name),
        )
        if (!answer.ok) return setTaps((all) => all.filter(({ id }) => id !== tap.id))
        for (const id of touched) own.current.set(id, answer.revision)
        setTaps((all) => all.map((one) => (one.id === tap.id ? { ...one, revision: answer.revision } : one)))
      }

      setTaps((all) => [...all.slice(-50), tap])
      sending.current = sending.current.then(post)
    },
    [send],
  )
  return { shown, tapWinner }
}

/** What the screen knew of the match. */
function revisionOf(draw: Draw | undefined, match: Match): number {
  const current = draw && matchAt(draw, match)
  return current?.id === match.id ? current.revision : match.revision
}

/** A tap that would clear played results is not shown before the organiser has confirmed it. */
function withTap(draw: Draw, tap: PendingTap): Draw {
  const outcome = recordOn(draw, tap)
  if (!outcome?.ok || outcome.value.cleared.length > 0) return draw
  return withMatches(draw, outcome.value.matches)
}

function touchedBy(draw: Draw | undefined, tap: PendingTap): readonly string[] {
  const outcome = draw && recordOn(draw, tap)
  return [tap.match.id, ...(outcome?.ok ? outcome.value.matches.map(({ id }) => id) : [])]
}

function recordOn(draw: Draw, { match, side, at }: PendingTap) {
  const current = matchAt(draw, match)
  if (current?.id !== match.id) return undefined
  return recordWinner(readerOf(draw), { match, side, at, revision: current.revision })
}
