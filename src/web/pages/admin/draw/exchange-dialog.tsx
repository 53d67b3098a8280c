import { useState } from 'react'
import { Form, Link } from 'react-router'
import type { Answer } from '../../../../domain/answer.ts'
import {
  type Draw,
  isTeam,
  type Match,
  type SideNumber,
  sideOf,
  type TeamId,
} from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { isQuestion } from '../../../../domain/refusals.ts'
import { exchangeLimit } from '../../../../domain/settings/limits.ts'
import { sideLabel } from '../../../../domain/teams/names.ts'
import { ActionButton, ActionForm, Hidden, useNotice } from '../../../actions/action-form.tsx'
import { NoticeBar, Refusal } from '../../../actions/notice-bar.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Names } from '../../../ui/unbroken-names.tsx'

type ExchangeDialogProps = { draw: Draw; round: number; onClose: () => void }

/** Pick a round, then two of its teams: they change places. */
export function ExchangeDialog({ draw, round: index, onClose }: ExchangeDialogProps) {
  const round = draw.rounds[index] ?? draw.rounds[0]
  const { notice, dismiss } = useNotice()
  const failed = notice?.kind === 'failed' ? notice : undefined
  // Teams, not places, so that the selection survives another organiser's exchange.
  const [chosen, setChosen] = useState<readonly TeamId[]>([])
  const [error, setError] = useState<string>()
  const selected = chosen.filter((team) => round?.matches.some(({ sides }) => sides.includes(team)))

  function toggle(team: TeamId) {
    setError(undefined)
    dismiss()
    setChosen(() => {
      if (selected.includes(team)) return selected.filter((one) => one !== team)
      return selected.length < exchangeLimit ? [...selected, team] : selected
    })
  }

  // After a late answer another page may be open.
  function settle(answer: Answer, isOpen: boolean) {
    if (isOpen && (answer.ok || answer.reason === 'needs-confirmation')) onClose()
  }

  // Without scripts the confirmation takes the dialog's place.
  if (failed && isQuestion(failed.failure.reason)) return <NoticeBar />
  return (
    <Dialog open onClose={onClose} title="Exchange Team Positions">
      <Form method="get" preventScrollReset replace>
        <SelectField
          label="Bracket"
          name="exchange"
          defaultValue={index}
          onChange={(event) => {
            setChosen([])
            setError(undefined)
            event.currentTarget.form?.requestSubmit()
          }}
        >
          {draw.rounds.map(({ name }, number) => (
            <option key={name} value={number}>
              {name}
            </option>
          ))}
        </SelectField>
        <noscript>
          <Button tone="quiet">Show</Button>
        </noscript>
      </Form>
      <ActionForm className="grid gap-4" onAnswer={settle}>
        <Hidden fields={{ intent: 'exchange' }} />
        <ol className="flex max-h-[45dvh] flex-col gap-3 overflow-y-auto noscript:max-h-none" tabIndex={-1}>
          {round?.matches.map((match) => (
            <li key={match.id} className="shrink-0 overflow-hidden rounded-control border border-line">
              <Choice draw={draw} match={match} side={1} chosen={selected} onToggle={toggle} />
              <Choice draw={draw} match={match} side={2} chosen={selected} onToggle={toggle} />
            </li>
          ))}
        </ol>
        {error ? (
          <Banner kind="alert">{error}</Banner>
        ) : (
          failed && <Refusal key={failed.nth} failure={failed.failure} isOver={failed.isOver} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Link to="?" preventScrollReset className="button button-quiet">
            Cancel
          </Link>
          <ActionButton
            onClick={(event) => {
              if (selected.length === exchangeLimit) return
              event.preventDefault()
              setError(messages.exchangeSelectTwo)
            }}
          >
            Exchange Teams
          </ActionButton>
        </div>
      </ActionForm>
    </Dialog>
  )
}

type ChoiceProps = {
  draw: Draw
  match: Match
  side: SideNumber
  chosen: readonly TeamId[]
  onToggle: (team: TeamId) => void
}

function Choice({ draw, match, side, chosen, onToggle }: ChoiceProps) {
  const team = sideOf(match, side)
  const place = side === 1 ? 'Top' : 'Bottom'
  if (!isTeam(team)) return <p className="flex min-h-touch items-center pr-4 pl-12 text-muted">{team}</p>
  return (
    <label className="flex min-h-touch items-center gap-3 px-4 py-2 leading-snug has-checked:bg-ball-wash has-focus-visible:outline-2">
      <input
        type="checkbox"
        name="chosen"
        value={`${match.id}:${side}`}
        checked={chosen.includes(team)}
        onChange={() => onToggle(team)}
        className="size-5 shrink-0 accent-action"
      />
      <bdi className="grow font-semibold">
        <Names label={sideLabel(draw.teams, team)} />
      </bdi>
      <span className="text-sm text-muted">{place}</span>
    </label>
  )
}
