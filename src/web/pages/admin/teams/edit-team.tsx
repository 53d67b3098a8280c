import { Link } from 'react-router'
import { type TeamForm, teamFieldLabels } from '../../../../domain/teams/team-form.ts'
import { textLimits } from '../../../../domain/text.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import type { Answer } from '../../../forms/answer.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, Hidden, useNotice } from '../../../forms/commands.tsx'
import { LiveField } from '../../../forms/live-field.tsx'
import { Refusal } from '../../../forms/notice-bar.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type EditTeamProps = {
  team: OrganiserTeam
  /** The list without the dialog. */
  closeTo: string
  onClose: () => void
}

/** Mends a typo. Removing is here too, one step away from the buttons that are tapped all evening. */
export function EditTeam({ team, closeTo, onClose }: EditTeamProps) {
  const { notice } = useNotice()
  const failed = notice?.kind === 'failed' ? notice : undefined
  // That of another team, whose dialog was closed on it, is none of this one's.
  const isOfTeam = failed?.failure.fields.some(([name, value]) => name === 'teamId' && value === team.id)
  const failure = isOfTeam ? failed?.failure : undefined
  // What was typed into a form the server refused stays.
  const part = (name: keyof TeamForm) => ({
    name,
    label: teamFieldLabels[name],
    maxLength: textLimits[name],
    saved: team[name],
    refused: failure?.fields.find(([field]) => field === name)?.[1],
  })
  const closeWhenDone = (answer: Answer) => {
    if (answer.ok) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Edit team">
      {failure && <Refusal key={failed?.nth} failure={failure} isOver={failed?.isOver} />}
      <CommandForm className="grid gap-4" onAnswer={closeWhenDone}>
        <Hidden fields={{ teamId: team.id }} />
        <LiveField {...part('player1Name')} required />
        <LiveField {...part('player2Name')} />
        <LiveField {...part('teams')} />
        <LiveField {...part('teamPhoneNumber')} type="tel" required />
        <div className="flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className="button button-quiet">
            Cancel
          </Link>
          <CommandButton name="intent" value="edit">
            Save
          </CommandButton>
        </div>
      </CommandForm>
      <CommandForm className="border-t border-line pt-4" onAnswer={closeWhenDone}>
        <Hidden fields={{ teamId: team.id }} />
        <p className="mb-2 text-muted">Spam or entered twice? A removed team can be put back at any time.</p>
        <CommandButton tone="danger" name="intent" value="remove">
          Remove this team
        </CommandButton>
      </CommandForm>
    </Dialog>
  )
}
