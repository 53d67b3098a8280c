import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { TeamId } from '../../../../domain/cup.ts'
import { entryName } from '../../../../domain/teams/names.ts'
import { correctedName } from '../../../../domain/teams/team-form.ts'
import { ActionButton } from '../../../actions/action-form.tsx'
import type { OrganiserTeam } from '../../../app-context.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { When } from '../../../ui/time.tsx'
import { phoneHref } from '../phone-href.ts'
import { manyForm, rowForm } from './team-forms.tsx'
import type { AlikeGroup, CurrentTeam } from './team-list.ts'

type TeamTableProps = {
  teams: readonly CurrentTeam[]
  /** Why a team looks like another one; shown before approval. */
  alike: (team: OrganiserTeam) => readonly string[]
  /** Position on the waiting list; 0 for none. */
  waiting: (id: TeamId) => number
  editTo: (id: TeamId) => string
  /** Check-in mode: the buttons mark arrivals. */
  isAtDoor: boolean
}

export function TeamTable({ teams, alike, waiting, editTo, isAtDoor }: TeamTableProps) {
  const columns: readonly Column<CurrentTeam>[] = [
    {
      label: 'Player 1',
      cell: (team) => (
        <div className="flex items-center gap-1">
          {!team.removed && !isAtDoor && (
            <label className="grid size-touch shrink-0 place-items-center md:-my-2 md:-ml-3">
              <span className="sr-only">Select {entryName(team)}</span>
              <input
                type="checkbox"
                form={manyForm}
                name="teamId"
                value={team.id}
                className="size-5 accent-action"
              />
            </label>
          )}
          <span className="team-first min-w-0 font-semibold">
            <bdi id={`name-${team.id}`}>{team.player1Name}</bdi>
          </span>
        </div>
      ),
    },
    {
      label: 'Player 2',
      cell: ({ player2Name }) =>
        player2Name ? (
          <bdi className="max-md:font-semibold">{player2Name}</bdi>
        ) : (
          <span className="team-nobody">-</span>
        ),
    },
    { label: 'Team(s)', className: 'team-follows', cell: ({ teams }) => <bdi title={teams}>{teams}</bdi> },
    {
      label: 'Contact',
      className: 'team-contact tabular-nums',
      cell: (team) => <Phone team={team} />,
    },
    {
      label: 'Status',
      className: 'team-status',
      cell: (team) => (
        <Status team={team} nameId={`name-${team.id}`} waiting={waiting(team.id)} alike={alike(team)} />
      ),
    },
    {
      label: 'Actions',
      className: 'team-actions',
      cell: (team) => (
        <Actions team={team} editTo={editTo(team.id)} nameId={`name-${team.id}`} isAtDoor={isAtDoor} />
      ),
    },
  ]
  return (
    <Table
      caption="Registered teams"
      columns={columns}
      rows={teams}
      rowKey={({ id }) => id}
      className="team-rows"
    />
  )
}

function Phone({ team: { teamPhoneNumber: number, isNew } }: { team: CurrentTeam }) {
  if (number === '') return <span className="text-muted">{isNew ? 'Loading…' : 'Deleted'}</span>
  const href = phoneHref(number)
  if (!href) return number
  return (
    <a
      href={href}
      className="inline-flex min-h-touch min-w-touch items-center underline underline-offset-4 md:whitespace-nowrap"
    >
      {number}
    </a>
  )
}

type StatusProps = { team: OrganiserTeam; nameId: string; waiting: number; alike: readonly string[] }

function Status({ team, nameId, waiting, alike }: StatusProps) {
  const row = rowOf(team, nameId)
  return (
    <div>
      <span className={`font-semibold ${team.removed ? 'text-muted' : team.approved ? 'text-ball' : ''}`}>
        {team.removed ? 'Removed' : team.approved ? 'Approved' : 'Pending'}
      </span>
      {team.checkedInAt && <span className="block text-sm font-semibold">Here</span>}
      {team.withdrawnAt && <span className="block text-sm font-semibold text-alert">Withdrawn</span>}
      {team.correction && (
        <span className="team-correction block text-sm">
          <span className="block font-semibold text-amber">
            Asks to be listed as {correctedName(team, team.correction)}
          </span>
          <span className="mt-1 flex gap-2">
            <ActionButton tone="quiet" form={rowForm('accept-correction')} {...row}>
              Accept
            </ActionButton>
            <ActionButton tone="quiet" form={rowForm('dismiss-correction')} {...row}>
              Dismiss
            </ActionButton>
          </span>
        </span>
      )}
      {team.correctedFrom !== undefined && (
        <span className="block text-sm text-muted">
          Corrected by the team
          {team.correctedFrom !== entryName(team) && `, was ${team.correctedFrom}`}
        </span>
      )}
      {waiting > 0 && <span className="block text-sm text-muted">Waiting list, no. {waiting}</span>}
      {alike.map((reason) => (
        <span key={reason} className="team-alike block text-sm font-semibold text-amber">
          {reason}
        </span>
      ))}
    </div>
  )
}

/** Attributes of a row's button: the team it posts, and the name that screen readers add. */
function rowOf({ id }: OrganiserTeam, nameId: string) {
  return { name: 'teamId', value: id, 'aria-describedby': nameId }
}

type ActionsProps = {
  team: OrganiserTeam
  editTo: string
  /** Id of the element with the team's name. */
  nameId: string
  isAtDoor?: boolean
}

function Actions({ team, editTo, nameId, isAtDoor = false }: ActionsProps) {
  const row = rowOf(team, nameId)
  if (team.removed) {
    return (
      <ActionButton tone="quiet" form={rowForm('put-back')} {...row}>
        Put back
      </ActionButton>
    )
  }
  return (
    <div className="flex items-center gap-2">
      {isAtDoor ? (
        <ActionButton
          tone={team.checkedInAt ? 'quiet' : 'primary'}
          className="grow whitespace-nowrap"
          data-toggle={team.checkedInAt ? 'on' : 'off'}
          form={rowForm(team.checkedInAt ? 'not-here' : 'check-in')}
          {...row}
        >
          {team.checkedInAt ? 'Not here' : 'Here'}
        </ActionButton>
      ) : team.approved ? (
        <ActionButton
          tone="quiet"
          className="grow whitespace-nowrap"
          data-toggle="on"
          form={rowForm('unapprove')}
          {...row}
        >
          Remove Approval
        </ActionButton>
      ) : (
        <ActionButton className="grow" data-toggle="off" form={rowForm('approve')} {...row}>
          Approve
        </ActionButton>
      )}
      <Link
        to={editTo}
        preventScrollReset
        aria-label={`Edit ${entryName(team)}`}
        title="Edit"
        className="team-more grid size-touch shrink-0 place-items-center rounded-full hover:bg-ball-wash"
      >
        <Pencil aria-hidden="true" size={20} />
      </Link>
    </div>
  )
}

type AlikeTeamsProps = Pick<TeamTableProps, 'editTo'> & { groups: readonly AlikeGroup[] }

const guardMs = 600

/** Look-alikes side by side, to compare them and remove the duplicate. When some leave or arrive, the list ignores taps for a moment. */
export function AlikeTeams({ groups, editTo }: AlikeTeamsProps) {
  const listed = groups.flatMap(({ teams }) => teams.map(({ id }) => id)).join(' ')
  const [settled, setSettled] = useState(listed)
  useEffect(() => {
    const timer = setTimeout(setSettled, guardMs, listed)
    return () => clearTimeout(timer)
  }, [listed])
  return (
    <div className={listed === settled ? '' : 'pointer-events-none'}>
      {groups.map(({ words, teams, more }, nth) => (
        <section
          key={`${words} ${teams[0]?.id}`}
          aria-label={`${words}: ${teams.map(entryName).join('; ')}`}
          className="mb-6"
        >
          <h2 className="mb-2 font-semibold text-amber">
            {words}
            {more > 0 && `, the first ${teams.length} of ${teams.length + more}`}
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))]">
            {teams.map((team) => (
              <AlikeTeam
                key={team.id}
                team={team}
                editTo={editTo(team.id)}
                nameId={`alike-${nth}-${team.id}`}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function AlikeTeam({ team, editTo, nameId }: ActionsProps) {
  return (
    <li className="flex flex-col rounded-card border border-line bg-raised p-3">
      <p id={nameId} className="font-semibold">
        <bdi className="block">{team.player1Name}</bdi>
        <bdi className="block">{team.player2Name || '-'}</bdi>
      </p>
      <bdi className="text-sm text-muted">{team.teams}</bdi>
      <Phone team={team} />
      <p className="mb-1 text-sm text-muted">
        <When at={team.createdAt} />
      </p>
      <div className="mt-auto grid gap-2">
        <Status team={team} nameId={nameId} waiting={0} alike={[]} />
        <Actions team={team} editTo={editTo} nameId={nameId} />
        {!team.approved && (
          <ActionButton tone="quiet" form={rowForm('remove')} {...rowOf(team, nameId)}>
            Remove
          </ActionButton>
        )}
      </div>
    </li>
  )
}
