import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draw, type Match, matchAt, type SideNumber, sideOf } from '../../../../domain/cup.ts'
import { readerOf } from '../../../../domain/draw/bracket.ts'
import { recordWinner } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { statusMessageMs } from '../../../../domain/settings/settings.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { useSend } from '../../../forms/commands.tsx'
import { formOf } from '../../../forms/post.ts'
import { useOptimisticMatches } from './use-optimistic-matches.ts'

export type TapWinner = (match: Match, side: SideNumber) => void

/**
 * Shows a tapped winner at once, by the same rule the server uses, and takes it back when the server says no.
 * Taps are sent one after the other, so that each one knows what the one before it changed.
 */
export function useTaps(live: { readonly revision: number; readonly draw?: Draw | undefined }) {
  const send = useSend()
  const { draw: shown, show, settle } = useOptimisticMatches(live)
  const latest = useRef({ live: live.draw, shown })
  useEffect(() => {
    latest.current = { live: live.draw, shown }
  })
  const sending = useRef(Promise.resolve())
  /** Revisions of matches this page changed itself: the stream may bring them later than the next tap. */
  const own = useRef(new Map<string, number>())
  const tapCount = useRef(0)
  const { held, hold } = useHeld()

  const tapWinner = useCallback<TapWinner>(
    (match, side) => {
      tapCount.current += 1
      const token = String(tapCount.current)
      const changed = changedBy(latest.current.shown, match, side)
      const name = sideName(latest.current.shown?.teams ?? {}, sideOf(match, side))
      const isChange = match.winner !== undefined && match.winner !== side
      // What comes in while this tap waits for the one before it was not on the screen that was tapped.
      const shownThen = revisionOf(latest.current.live, match)

      async function post() {
        const seen = Math.max(shownThen, own.current.get(match.id) ?? 0)
        const answer = await send(
          formOf({ intent: 'set-winner', matchId: match.id, side: String(side), seen: String(seen) }),
          isChange ? messages.changingWinner(name) : messages.settingWinner(name),
        )
        settle(token, answer.ok ? answer.revision : undefined)
        // A tap that changed nothing has no revision: what the one before it changed still counts.
        if (answer.ok && answer.revision > 0) {
          for (const { id } of [match, ...changed]) own.current.set(id, answer.revision)
        }
      }

      hold(match)
      show(token, changed)
      sending.current = sending.current.then(post)
    },
    [send, hold, show, settle],
  )
  return { shown, held, tapWinner }
}

/**
 * Matches tapped just now, as they were before: they keep their place in the list until no tap has come for a while, so that
 * nothing moves under a thumb that taps twice.
 */
function useHeld() {
  const [held, setHeld] = useState<ReadonlyMap<string, Match>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = useCallback((match: Match) => {
    setHeld((all) => (all.has(match.id) ? all : new Map([...all, [match.id, match]])))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHeld(new Map()), statusMessageMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { held, hold }
}

/** What the rule says a tap will change; nothing where played results would fall, for that is asked first. */
function changedBy(draw: Draw | undefined, match: Match, side: SideNumber): readonly Match[] {
  const current = draw && matchAt(draw, match)
  if (!draw || current?.id !== match.id) return []
  const moment = { at: new Date().toISOString(), revision: current.revision }
  const outcome = recordWinner(readerOf(draw), { match, side, ...moment })
  return outcome.ok && outcome.value.cleared.length === 0 ? outcome.value.matches : []
}

/** What the screen knew of the match. */
function revisionOf(draw: Draw | undefined, match: Match): number {
  const current = draw && matchAt(draw, match)
  return current?.id === match.id ? current.revision : match.revision
}
