import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Draw, type Match, matchAt, type SideNumber, sideOf } from '../../../../domain/cup.ts'
import { withMatches } from '../../../../domain/draw/draw-reader.ts'
import { recordWinner } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { statusMessageMs } from '../../../../domain/settings/limits.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { useActionStore, useHeld, usePageTaps } from '../../../actions/action-form.tsx'
import { buttonKey, pendingMatches } from '../../../actions/action-store.ts'
import { formOf } from '../../../actions/post-action.ts'

/** The form in the bracket that a match's two sides belong to. */
export const winnerFormId = (match: Match) => `winner-${match.id}`

/** The key of a tap on a side: the same in the bracket and in the list, so that a failed tap is marked in both. */
export const winnerTap = (match: Match, side: SideNumber) =>
  buttonKey(winnerFormId(match), { name: 'side', value: side })

export type WinnerIntent = 'set-winner' | 'confirm-report'

export type TapWinner = (match: Match, side: SideNumber, intent?: WinnerIntent) => Promise<unknown>

/** Optimistic update of a tapped winner by the server's own rule, until the stream confirms or the server refuses it. */
export function useTaps(live: { readonly revision: number; readonly draw?: Draw | undefined }) {
  const { send } = useActionStore()
  const taps = usePageTaps()
  const shown = useMemo(() => {
    const pending = pendingMatches(taps, live.revision)
    return live.draw && withMatches(live.draw, [...pending.values()])
  }, [live, taps])
  const latest = useRef({ live: live.draw, shown })
  useEffect(() => {
    latest.current = { live: live.draw, shown }
  })
  const { held, hold, letGo } = useHeld<Match>(statusMessageMs)

  const tapWinner = useCallback<TapWinner>(
    (match, side, intent = 'set-winner') => {
      const name = sideName(latest.current.shown?.teams ?? {}, sideOf(match, side))
      const isChange = match.winner !== undefined && match.winner !== side
      // As of the tap: what arrives while it waits in the queue was not on the screen.
      const seen = revisionOf(latest.current.live, match)
      hold(match.id, match)
      return send(formOf({ intent, matchId: match.id, side: String(side), seen: String(seen) }), {
        busy: isChange ? messages.changingWinner(name) : messages.settingWinner(name),
        matches: changedBy(latest.current.shown, match, side),
        button: winnerTap(match, side),
      })
    },
    [send, hold],
  )
  return { shown, held, tapWinner, letGo }
}

/** The matches that a tap will change; none if played results would be cleared, because that needs a confirmation. */
function changedBy(draw: Draw | undefined, match: Match, side: SideNumber): readonly Match[] {
  const current = draw && matchAt(draw, match)
  if (!draw || current?.id !== match.id) return []
  const moment = { at: new Date().toISOString(), revision: current.revision }
  const outcome = recordWinner(draw, { match, side, ...moment })
  return outcome.ok && outcome.value.cleared.length === 0 ? outcome.value.matches : []
}

function revisionOf(draw: Draw | undefined, match: Match): number {
  const current = draw && matchAt(draw, match)
  return current?.id === match.id ? current.revision : match.revision
}
