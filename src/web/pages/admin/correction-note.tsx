import { correctedName } from '../../../domain/teams/corrected-name.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { ActionButton, ActionForm, Hidden } from '../../actions/action-form.tsx'
import type { OrganiserTeam } from '../../app-context.ts'

/** On the card of a match: what a team in the draw wants to be called, until an organiser has tapped. */
export function CorrectionNote({ team }: { team: OrganiserTeam }) {
  if (!team.correction) return null
  return (
    <ActionForm className="my-2 flex flex-wrap items-center justify-between gap-2 rounded-control border-[1.5px] border-amber p-2">
      <Hidden fields={{ teamId: team.id }} />
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{entryName(team)}</bdi>{' '}
        <span className="text-amber">asks to be called</span>{' '}
        <bdi className="font-semibold">{correctedName(team, team.correction)}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton tone="quiet" name="intent" value="accept-correction">
          Accept
        </ActionButton>
        <ActionButton tone="quiet" name="intent" value="dismiss-correction">
          Dismiss
        </ActionButton>
      </div>
    </ActionForm>
  )
}
