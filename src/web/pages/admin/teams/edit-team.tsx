import { useState } from 'react'
import { Link, useActionData } from 'react-router'
import type { Answer } from '../../../../domain/answer.ts'
import { entryName } from '../../../../domain/teams/names.ts'
import { type TeamForm, teamField } from '../../../../domain/teams/team-form.ts'
import { ActionButton, ActionForm, Hidden, useNotice } from '../../../actions/action-form.tsx'
import { LiveField } from '../../../actions/live-field.tsx'
import { Refusal } from '../../../actions/notice-bar.tsx'
import type { OrganiserTeam } from '../../../app-context.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

type EditTeamProps = {
  team: OrganiserTeam
  /** The list without the dialog. */
  closeTo: string
  onClose: () => void
  /** Keeps the team's row in place. */
  onRemove: () => void
}

/** Corrects a team. Removing is here too, away from the buttons that are tapped all evening. */
export function EditTeam({ team, closeTo, onClose, onRemove }: EditTeamProps) {
  const { notice } = useNotice()
  const failed = notice?.kind === 'failed' ? notice : undefined
  // The last failure may be of another team, whose dialog was closed since.
  const isOfTeam = failed?.failure.fields.some(([name, value]) => name === 'teamId' && value === team.id)
  const fieldProps = (name: keyof TeamForm) => ({ ...teamField(name), saved: team[name] })
  // After a late answer another dialog or page may be open.
  const closeWhenDone = (answer: Answer, isOpen: boolean) => {
    if (answer.ok && isOpen) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Edit team">
      {failed && isOfTeam && <Refusal key={failed.nth} failure={failed.failure} isOver={failed.isOver} />}
      <ActionForm className="grid gap-4" onAnswer={closeWhenDone}>
        <Hidden fields={{ teamId: team.id }} />
        <LiveField {...fieldProps('player1Name')} required />
        <LiveField {...fieldProps('player2Name')} />
        <LiveField {...fieldProps('teams')} />
        <LiveField {...fieldProps('teamPhoneNumber')} type="tel" required={team.teamPhoneNumber !== ''} />
        <div className="flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className="button button-quiet">
            Cancel
          </Link>
          <ActionButton name="intent" value="edit">
            Save
          </ActionButton>
        </div>
      </ActionForm>
      <OwnLink team={team} />
      <ActionForm className="border-t border-line pt-4" prepare={onRemove} onAnswer={closeWhenDone}>
        <Hidden fields={{ teamId: team.id }} />
        <p className="mb-2 text-muted">Spam or entered twice? A removed team can be put back at any time.</p>
        <ActionButton tone="danger" name="intent" value="remove">
          Remove this team
        </ActionButton>
      </ActionForm>
      <p className="border-t border-line pt-4">
        <Link
          to={`${paths.adminNames}?${new URLSearchParams({ name: team.player1Name })}`}
          className="link inline-flex min-h-touch items-center"
        >
          Remove the name of a player
        </Link>
      </p>
    </Dialog>
  )
}

/** Shows one more link to the team's page as a QR code, or makes a new one that revokes all others. */
function OwnLink({ team }: { team: OrganiserTeam }) {
  const posted = useActionData() as Answer | undefined
  const [answer, setAnswer] = useState(posted)
  const address = answer?.ok && answer.team?.id === team.id ? answer.team.address : undefined
  return (
    <ActionForm className="border-t border-line pt-4" onAnswer={setAnswer}>
      <Hidden fields={{ teamId: team.id }} />
      {address ? (
        <div className="mb-2 grid justify-items-center gap-2">
          <div className="qr rounded-card [--qr:min(14rem,60vw)]">
            <QrCode text={address} label={`QR code of the link of ${entryName(team)}`} />
          </div>
          <p className="break-all select-all">{address}</p>
        </div>
      ) : (
        <>
          <p className="mb-2 text-muted">
            Has the team lost its own link? It can scan a new one here. Its other links keep working.
          </p>
          <ActionButton tone="quiet" name="intent" value="show-link">
            Show its link as a QR code
          </ActionButton>
        </>
      )}
      <details className="mt-2">
        <summary className="flex min-h-touch w-fit cursor-pointer items-center underline underline-offset-4">
          Make a new link
        </summary>
        <p className="mb-2 text-muted">
          For a link that has reached the wrong person: a new one replaces all links of this team.
        </p>
        <ActionButton tone="danger" name="intent" value="renew-link">
          Stop the old links
        </ActionButton>
      </details>
    </ActionForm>
  )
}
