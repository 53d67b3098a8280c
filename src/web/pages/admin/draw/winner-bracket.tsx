import { type ComponentProps, createContext, use } from 'react'
import { isTeam, type Match, type SideNumber } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { ActionButton, ActionForm, Hidden, useFailed } from '../../../actions/action-form.tsx'
import { submitWith } from '../../../actions/post-action.ts'
import { SideFace, type SideSlot, StillSide, sideProps } from '../../../bracket/side.tsx'
import { ReportedLine } from './reports-context.tsx'
import { type TapWinner, type WinnerIntent, winnerFormId, winnerTap } from './use-taps.ts'

type Taps = {
  tapWinner: TapWinner
  areToolsOn: boolean
}

export const TapContext = createContext<Taps>({
  tapWinner: async () => {},
  areToolsOn: false,
})

/** A side as a button that makes it the winner. */
export function WinnerSide(slot: SideSlot) {
  const { match, side, team, state } = slot
  const failed = useFailed(winnerTap(match, side))
  if (!isTeam(team)) return <StillSide {...slot} />
  const hint = winnerHint(state === 'winner')
  return (
    <button
      {...sideProps(slot)}
      {...failed}
      type="submit"
      form={winnerFormId(match)}
      name="side"
      value={side}
      title={hint}
    >
      <SideFace {...slot} />
      <span className="side-hint">{hint}</span>
    </button>
  )
}

/** Below the two sides: their form, then Undo or, while there is no winner, a report. */
export function WinnerFoot({ match }: { match: Match }) {
  const { areToolsOn } = use(TapContext)
  if (!match.sides.some(isTeam)) return null
  return (
    <>
      <WinnerForm id={winnerFormId(match)} match={match} />
      {match.winner === undefined && <ReportedLine match={match} className="reported" />}
      {match.winner && (
        <ActionForm className="undo">
          <Hidden fields={{ matchId: match.id, seen: match.revision }} />
          <ActionButton
            tone="quiet"
            name="intent"
            value="undo"
            disabledReason={areToolsOn ? undefined : messages.featureUnavailable}
          >
            Undo
          </ActionButton>
        </ActionForm>
      )}
    </>
  )
}

type WinnerFormProps = Pick<ComponentProps<'form'>, 'id' | 'className' | 'children' | 'onSubmitCapture'> & {
  match: Match
  intent?: WinnerIntent
}

/** Posts the tapped side; with scripts, as an optimistic update. */
export function WinnerForm({ match, intent = 'set-winner', children, ...form }: WinnerFormProps) {
  const { tapWinner } = use(TapContext)
  return (
    <form
      {...form}
      method="post"
      onSubmit={submitWith((fields) => tapWinner(match, Number(fields.get('side')) as SideNumber, intent))}
    >
      <Hidden fields={{ intent, matchId: match.id, seen: match.revision }} />
      {children}
    </form>
  )
}

export function winnerHint(isWinner: boolean): string {
  return isWinner ? messages.reconfirmHint : messages.selectHint
}
