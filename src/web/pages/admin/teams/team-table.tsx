import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import type { TeamId } from '../../../../domain/cup.ts'
import { entryName } from '../../../../domain/teams/names.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

/** The forms the table's buttons and checkboxes belong to: a form cannot stand around the rows of a table. */
export const teamForms = {
  approve: 'approve-one',
  unapprove: 'unapprove-one',
  putBack: 'put-back-one',
  many: 'many',
} as const

type TeamTableProps = {
  teams: readonly OrganiserTeam[]
  /** Why a team looks like another one: pointed out before it is approved. */
  alike: (team: OrganiserTeam) => readonly string[]
  /** Teams beyond the limit, in the order they came. */
  waiting: readonly TeamId[]
  editTo: (id: TeamId) => string
}

export function TeamTable({ teams, alike, waiting, editTo }: TeamTableProps) {
  const columns: readonly Column<OrganiserTeam>[] = [
    {
      label: 'Player 1',
      lead: true,
      cell: (team) => (
        <div className="flex items-center gap-1">
          {!team.removed && (
            <label className="-my-2 -ml-3 grid size-touch shrink-0 place-items-center">
              <span className="sr-only">Choose {entryName(team)}</span>
              <input
                type="checkbox"
                form={teamForms.many}
                name="teamId"
                value={team.id}
                className="size-5 accent-action"
              />
            </label>
          )}
          <bdi id={`name-${team.id}`} className="min-w-0 font-semibold">
            {team.player1Name}
          </bdi>
        </div>
      ),
    },
    { label: 'Player 2', cell: ({ player2Name }) => <bdi>{player2Name || '-'}</bdi> },
    { label: 'Team(s)', cell: ({ teams }) => <bdi>{teams}</bdi> },
    {
      label: 'Contact',
      className: 'tabular-nums',
      cell: ({ teamPhoneNumber: phone }) => (
        <a
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          className="inline-flex min-h-touch min-w-touch items-center underline underline-offset-4 md:whitespace-nowrap"
        >
          {phone}
        </a>
      ),
    },
    {
      label: 'Status',
      cell: (team) => <Status team={team} waiting={waiting.indexOf(team.id) + 1} alike={alike(team)} />,
    },
    { label: 'Actions', lead: true, cell: (team) => <Actions team={team} editTo={editTo(team.id)} /> },
  ]
  return <Table caption="Registered teams" columns={columns} rows={teams} rowKey={({ id }) => id} />
}

type StatusProps = { team: OrganiserTeam; waiting: number; alike: readonly string[] }

function Status({ team, waiting, alike }: StatusProps) {
  return (
    <div>
      <span className={team.approved ? 'font-semibold text-ball' : 'font-semibold'}>
        {team.removed ? 'Removed' : team.approved ? 'Approved' : 'Pending'}
      </span>
      {waiting > 0 && <span className="block text-sm text-muted">Waiting list, no. {waiting}</span>}
      {alike.map((reason) => (
        <span key={reason} className="block text-sm font-semibold text-alert">
          {reason}
        </span>
      ))}
    </div>
  )
}

function Actions({ team, editTo }: { team: OrganiserTeam; editTo: string }) {
  const row = { name: 'teamId', value: team.id, 'aria-describedby': `name-${team.id}` }
  if (team.removed) {
    return (
      <CommandButton tone="quiet" form={teamForms.putBack} {...row}>
        Put back
      </CommandButton>
    )
  }
  return (
    <div className="flex items-center gap-2">
      {team.approved ? (
        <CommandButton tone="quiet" className="grow whitespace-nowrap" form={teamForms.unapprove} {...row}>
          Remove Approval
        </CommandButton>
      ) : (
        <CommandButton className="grow" form={teamForms.approve} {...row}>
          Approve
        </CommandButton>
      )}
      <Link
        to={editTo}
        preventScrollReset
        aria-label={`Edit ${entryName(team)}`}
        title="Edit"
        className="grid size-touch shrink-0 place-items-center rounded-full hover:bg-ball-wash"
      >
        <Pencil aria-hidden="true" size={20} />
      </Link>
    </div>
  )
}
