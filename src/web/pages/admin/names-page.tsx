import { Form } from 'react-router'
import { removedName } from '../../../domain/teams/names.ts'
import type { Player } from '../../../domain/teams/remove-name.ts'
import { ActionButton, ActionForm, Actions, Hidden } from '../../actions/action-form.tsx'
import { NoticeBar } from '../../actions/notice-bar.tsx'
import { doneLine, pageAction } from '../../actions/page-action.ts'
import type { NamedTeam } from '../../app-context.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/court.tsx'
import { Field } from '../../ui/field.tsx'
import { AdminFrame } from './admin-frame.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminNames', async ({ parts, url }) => {
  const name = url.searchParams.get('name')?.trim() ?? ''
  const [teams, done] = await Promise.all([parts.app.teamsNamed(parts.organiser, name), doneLine(parts, url)])
  return { name, teams, done }
})

export const action = pageAction({ unnamed: 'remove-name' })

export default page('adminNames', RemoveName)

function RemoveName({ view: { revision }, loaded }: PageProps<typeof loader>) {
  useReload(revision !== loaded.revision)
  const { name, teams } = loaded
  return (
    <AdminFrame
      lead="For people who want to be forgotten. The entry stays, so that no draw breaks. The name is removed from the entry, its draws, the past champions and the journal."
      width="text"
    >
      <Actions revision={revision} done={loaded.done}>
        <NoticeBar offerTakeBack={false} />
        <Form method="get" className="mb-6 flex items-end gap-3">
          <div className="min-w-0 grow">
            <Field key={name} label="Name" type="search" name="name" defaultValue={name} autoComplete="off" />
          </div>
          <Button tone="quiet">Find</Button>
        </Form>
        {teams.length > 0 ? (
          <ul aria-label="Entries with this name">
            {teams.map((team) => (
              <NamedEntry key={team.id} team={team} />
            ))}
          </ul>
        ) : (
          name !== '' && <Empty>No entry in any edition has this name.</Empty>
        )}
        <p className="mt-6 max-w-prose text-sm text-muted">
          The name remains in earlier backups, in pictures and printouts that people have, and in copies of
          pages on their phones. Names typed into the past champions of other editions are changed there.
        </p>
      </Actions>
    </AdminFrame>
  )
}

function NamedEntry({ team }: { team: NamedTeam }) {
  const players = [team.player1Name, team.player2Name].flatMap((name, at) =>
    name ? { name, player: (at + 1) as Player } : [],
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <p className="min-w-0 wrap-anywhere">
        <strong className="tabular-nums">N{team.edition}</strong>{' '}
        <bdi>{players.map(({ name }) => name).join(', ')}</bdi>
        {team.removed && <span className="text-muted"> Removed</span>}
      </p>
      <div className="flex min-w-0 flex-wrap gap-2 wrap-anywhere">
        {players
          .filter(({ name }) => name !== removedName)
          .map(({ name, player }) => (
            <ActionForm key={player} action="remove-name">
              <Hidden fields={{ teamId: team.id, player }} />
              <ActionButton tone="danger">Remove {name}</ActionButton>
            </ActionForm>
          ))}
      </div>
    </li>
  )
}
