import { useDeferredValue, useMemo, useState } from 'react'
import {
  data,
  Form,
  Link,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { Entry, Settings, TeamId } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { whoMakesDraw } from '../../../../domain/settings/draw-creation.ts'
import { missingTeams } from '../../../../domain/teams/check-in.ts'
import {
  orderEntries,
  type PendingSince,
  pageCount,
  pendingSince,
  waitingList,
} from '../../../../domain/teams/entries.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { type Answer, answer, fieldsOf, refuse } from '../../../forms/answer.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, CommandsProvider, Hidden } from '../../../forms/commands.tsx'
import { NoticeBar } from '../../../forms/notice-bar.tsx'
import { reachableAction } from '../../../forms/post.ts'
import {
  doneLine,
  logout,
  type SignedIn,
  signedIn,
  takeBack,
  tapOf,
  textOf,
} from '../../../forms/signed-in.ts'
import { useLiveView } from '../../../live/use-live-view.ts'
import { useReloadWhen } from '../../../live/use-reload-when.ts'
import { loadOrError } from '../../../load-or-error.ts'
import { loadedOr, useLoaded } from '../../../loaded.ts'
import { logFailure } from '../../../log-failure.ts'
import { paths } from '../../../paths.ts'
import { skipRevalidation } from '../../../skip-revalidation.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useFollowed } from '../../../ui/use-followed.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { adminMeta } from '../admin-meta.ts'
import { drawAgain } from '../draw/draw-command.ts'
import { OutsideNote } from '../outside-note.tsx'
import { SlowedNote } from '../slowed-note.tsx'
import type { Route } from './+types/teams'
import { EditTeam } from './edit-team.tsx'
import {
  type AlikeGroup,
  alikeGroups,
  alikeNotes,
  countWords,
  currentTeams,
  filterTeams,
  pageOfTeams,
  type Shown,
  shownChoices,
  shownOf,
} from './team-list.ts'
import { AlikeTeams, TeamTable, teamForms } from './team-table.tsx'
import { teamsCsv } from './teams-csv.ts'

export const meta = adminMeta('Team Approval')

/** `?format=csv` answers with the teams as a file instead of the page, narrowed as the page is. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, url }, next) => {
    if (url.searchParams.get('format') !== 'csv') return next()
    const { app, organiser } = signedIn(context)
    const teams = await app.teamsForOrganiser(organiser)
    const alike = alikeNotes(teams)
    const listed = filterTeams(teams, {
      search: url.searchParams.get('q') ?? '',
      shown: shownOf(url.searchParams.get('show')),
      isAlike: (id) => alike.has(id),
    })
    return new Response(teamsCsv(orderEntries(listed)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="cup-teams.csv"',
        'cache-control': 'private, no-store',
      },
    })
  },
]

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  return loadOrError(messages.teamsLoadFailed, async () => {
    // Before the teams: what happens while they are read is then asked for once more, rather than never.
    const view = await parts.app.publicView()
    const [teams, slowedAt, done] = await Promise.all([
      parts.app.teamsForOrganiser(parts.organiser),
      parts.app.slowedRegistration(parts.organiser),
      doneLine(parts, url),
    ])
    const { epoch, revision, entries, drawStatus, draw, settings } = view
    const recent = pendingSince(entries, parts.now)
    const whole = { teams, entries, paged: undefined }
    const shown = pageOfTeams({ teams, entries, teamLimit: settings.teamLimit }, url.searchParams) ?? whole
    return { epoch, revision, drawStatus, draw, settings, ...shown, slowedAt, recent, done }
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const parts = signedIn(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'logout') return logout(parts)
  if (intent === 'take-back') return takeBack(parts, form, paths.adminTeams)
  if (intent === 'draw-again') return drawAgain(parts, form, paths.adminTeams)
  if (textOf(form, 'drawCreation') === 'admin') return keepDraw(parts, form)
  if (intent === 'remove-pending') return removePending(parts, form)
  if (intent === 'delete-removed') return deleteRemoved(parts, form)

  const teamIds = form.getAll('teamId').map(String)
  const [teamId] = teamIds
  if (!teamId) return refuse('no-team-chosen', form)
  const attempt = { parts, form, back: backTo(form), failure: messages.approvalFailed }
  const { app, organiser } = parts
  const tap = tapOf(form)
  switch (intent) {
    case 'approve':
    case 'unapprove': {
      const approved = intent === 'approve'
      return answer({ ...attempt, command: () => app.setApproval({ teamIds, approved, ...tap }, organiser) })
    }
    case 'check-in':
    case 'not-here': {
      const here = intent === 'check-in'
      const command = () => app.setCheckedIn({ teamIds, here, ...tap }, organiser)
      return answer({ ...attempt, failure: checkInFailed, command })
    }
    case 'show-link':
    case 'renew-link':
      return tellLink(parts, form, { intent, teamId, site: new URL(request.url).origin })
    case 'edit':
      return answer({
        ...attempt,
        command: () => app.editTeam({ teamId, form: teamForm(form), ...tap }, organiser),
      })
    case 'remove':
      return answer({ ...attempt, command: () => app.removeTeams({ teamIds, ...tap }, organiser) })
    case 'put-back':
      return answer({ ...attempt, command: () => app.putBackTeams({ teamIds, ...tap }, organiser) })
    default:
      return refuse('unknown-action', form)
  }
}

/** The link is in the answer alone: an address to go to would be kept and logged. */
async function tellLink(
  { app, organiser, nearby }: SignedIn,
  form: FormData,
  { intent, teamId, site }: { intent: keyof typeof linkFailed; teamId: TeamId; site: string },
) {
  const command = intent === 'show-link' ? app.showLink : app.renewLink
  const outcome = await command({ teamId, ...tapOf(form) }, organiser).catch((error: unknown) => {
    logFailure(error)
    return undefined
  })
  if (!outcome) {
    const error = linkFailed[intent]
    return data<Answer>({ ok: false, reason: 'failed', error, details: [], fields: fieldsOf(form) }, 500)
  }
  if (!outcome.ok) return refuse(outcome.reason, form, outcome.details)
  const { message, token } = outcome.value
  // A phone finds nothing under the address that a machine has for itself.
  const isLoopback = /^http:\/\/(localhost|127\.|\[::1\])/.test(site)
  const address = `${(isLoopback && nearby()) || site}${paths.entry(token)}`
  return data<Answer>({ ok: true, message, revision: 0, link: { teamId, address } })
}

/** The one setting that matters here: only organisers make the draw from now on. */
function keepDraw(parts: SignedIn, form: FormData) {
  const command = () => parts.app.changeSettings({ drawCreation: 'admin' }, parts.organiser, tapOf(form))
  return answer({ parts, form, back: paths.adminTeams, failure: keepDrawFailed, command })
}

/** Everything since a time, in one go. */
function removePending(parts: SignedIn, form: FormData) {
  const since = textOf(form, 'since')
  if (!isInstant(since)) return refuse('unknown-action', form)
  const command = () => parts.app.removePendingSince({ since, ...tapOf(form) }, parts.organiser)
  return answer({ parts, form, back: backTo(form), failure: removeFailed, command })
}

/** What was removed from this edition, for good. */
function deleteRemoved(parts: SignedIn, form: FormData) {
  const command = () => parts.app.deleteRemoved(tapOf(form), parts.organiser)
  const back = `${paths.adminTeams}?show=removed`
  return answer({ parts, form, back, failure: deleteFailed, command })
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The parts of the address that say what is listed. */
const kept = ['q', 'show', 'page']

/** Without scripts the page comes back as it was filtered. */
function backTo(form: FormData) {
  const query = new URLSearchParams()
  for (const name of kept) if (textOf(form, name)) query.set(name, textOf(form, name))
  return `${paths.adminTeams}?${query}`
}

function teamForm(form: FormData) {
  return {
    player1Name: textOf(form, 'player1Name'),
    player2Name: textOf(form, 'player2Name'),
    teams: textOf(form, 'teams'),
    teamPhoneNumber: textOf(form, 'teamPhoneNumber'),
  }
}

const checkInFailed = 'Failed to check in. Please try again.'
const linkFailed = {
  'show-link': 'Failed to show the link. Please try again.',
  'renew-link': 'Failed to make a new link. Please try again.',
} as const
const removeFailed = 'Failed to remove the teams. Please try again.'
const deleteFailed = 'Failed to delete the entries. Please try again.'
const keepDrawFailed = 'The setting could not be saved. Please try again.'

export const clientAction = reachableAction(messages.approvalFailed, {
  'keep-draw': { failure: keepDrawFailed },
  'remove-pending': { failure: removeFailed },
  'delete-removed': { failure: deleteFailed },
  'check-in': { failure: checkInFailed },
  'not-here': { failure: checkInFailed },
  'show-link': { failure: linkFailed['show-link'] },
  'renew-link': { failure: linkFailed['renew-link'] },
})
export const clientLoader = loadedOr(messages.teamsLoadFailed)

/** A list of several pages is searched on the server. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const [from, to] = [change.currentUrl.searchParams, change.nextUrl.searchParams]
  const isOtherPage = to.has('page') && ['page', 'q', 'show'].some((name) => from.get(name) !== to.get(name))
  return isOtherPage || skipRevalidation(change)
}

export default function AdminTeams({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData, useLocation().search)
  if (!('error' in loaded)) return <Teams loaded={loaded} />
  return (
    <AdminFrame title="Team Approval">
      <ErrorNote>{loaded.error}</ErrorNote>
    </AdminFrame>
  )
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { teams: unknown }>

function Teams({ loaded }: { loaded: Loaded }) {
  const view = useLiveView(loaded)
  const loadedEdition = loaded.settings.editionNumber
  const edition = view.settings.editionNumber
  // The stream has no phone numbers, so it does not tell when they change or are deleted.
  useReloadWhen(view.revision !== loaded.revision || view.epoch !== loaded.epoch)
  const { paged } = loaded
  const teams = useMemo(() => {
    const known = { teams: loaded.teams, edition: loadedEdition }
    const all = currentTeams(known, { entries: view.entries, edition })
    return paged ? all.filter(isOneOf(loaded.teams)) : all
  }, [loaded.teams, loadedEdition, view.entries, edition, paged])
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState(params.get('q') ?? '')
  const wanted = useDeferredValue(search)
  const shown = shownOf(params.get('show'))

  const alike = useMemo(
    () => (paged ? new Map(Object.entries(paged.alike)) : alikeNotes(teams)),
    [teams, paged],
  )
  const groups = paged?.groups ?? (shown === 'alike' ? alikeGroups(teams) : [])
  const listed = filterTeams(teams, { search: wanted, shown, isAlike: (id) => alike.has(id) })
  const waiting = paged ? [] : waitingList(view.entries, view.settings.teamLimit).map(({ id }) => id)
  const total = paged?.total ?? view.entries.length
  const approved = paged?.approved ?? view.entries.filter((entry) => entry.approved).length
  const pending = total - approved
  const isAllDone = shown === 'pending' && wanted === '' && teams.length > 0
  const emptyWords =
    teams.length === 0 && !paged
      ? messages.entriesEmpty
      : isAllDone
        ? 'Nobody is waiting for approval.'
        : shown === 'removed' && wanted === ''
          ? 'No team was removed.'
          : 'No team matches.'
  const edited = teams.find(({ id }) => id === params.get('edit'))
  const { editTo, closeTo, csvTo } = linksOf(params)
  const close = () => setParams(new URLSearchParams(closeTo), { preventScrollReset: true, replace: true })

  return (
    <CommandsProvider revision={view.revision} done={loaded.done}>
      <AdminFrame title="Team Approval" tools={<Logout />}>
        {!edited && <NoticeBar />}
        {edited && <EditTeam key={edited.id} team={edited} closeTo={`?${closeTo}`} onClose={close} />}
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
          <p className="text-lg">
            Total Teams: <strong className="tabular-nums">{total}</strong>
            <span className="text-muted"> {countWords({ pending, approved }, view.settings.teamLimit)}</span>
            {pending > 0 && shown !== 'pending' && (
              <Link
                to={paged ? '?show=pending&page=1' : '?show=pending'}
                preventScrollReset
                className="ml-3 inline-flex min-h-touch items-center font-semibold text-ball underline underline-offset-4"
              >
                Show pending
              </Link>
            )}
          </p>
          {view.settings.checkIn === 'on' && <WhoIsHere entries={view.entries} approved={approved} />}
        </div>
        {loaded.slowedAt && <SlowedNote at={loaded.slowedAt} to="#remove-pending" />}
        <OutsideNote entries={view.entries} draw={view.draw} />
        {view.drawStatus === 'none' && <WhoMakesDraw settings={view.settings} />}
        <TeamFilter
          search={search}
          onSearch={setSearch}
          shown={shown}
          isPaged={paged !== undefined}
          hasCheckIn={view.settings.checkIn === 'on'}
        />
        <RowForms query={params} />
        {listed.length > 0 && shown === 'alike' ? (
          <AlikeTeams groups={groups.filter(hasAnyOf(listed))} editTo={editTo} />
        ) : listed.length > 0 ? (
          <>
            {shown !== 'removed' && <ManyForm query={params} />}
            <TeamTable
              teams={listed}
              alike={(team) => (team.approved ? undefined : alike.get(team.id)) ?? []}
              waiting={(id) => paged?.waiting[id] ?? waiting.indexOf(id) + 1}
              editTo={editTo}
              isAtDoor={shown === 'missing' || shown === 'here'}
            />
            {shown !== 'removed' && (
              <CommandButton
                tone="danger"
                form={teamForms.many}
                name="intent"
                value="remove"
                className="mt-8"
              >
                Remove chosen
              </CommandButton>
            )}
            {shown === 'removed' && wanted === '' && <DeleteRemoved />}
          </>
        ) : (
          <Empty
            actions={
              isAllDone && (
                <LinkButton tone="quiet" to="?" preventScrollReset>
                  Show all teams
                </LinkButton>
              )
            }
          >
            {emptyWords}
          </Empty>
        )}
        {paged && shown !== 'alike' && (
          <Pager
            page={paged.page}
            pages={pageCount(paged.found)}
            to={(page) => `?${withPage(params, page)}`}
          />
        )}
        <p className="mt-6 flex flex-wrap gap-x-6">
          <Link to={paths.adminTeamsByList} className="link inline-flex min-h-touch items-center">
            Enter teams by list
          </Link>
          {total > 0 && (
            <a href={csvTo} download className="link inline-flex min-h-touch items-center">
              Export as CSV
            </a>
          )}
        </p>
        {loaded.recent.length > 0 && (
          <RemovePending recent={loaded.recent} isOpen={loaded.slowedAt !== undefined} />
        )}
      </AdminFrame>
    </CommandsProvider>
  )
}

function isOneOf(listed: readonly OrganiserTeam[]) {
  const ids = new Set(listed.map(({ id }) => id))
  return ({ id }: OrganiserTeam) => ids.has(id)
}

function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const rest = [...params].filter(([name]) => name === 'q' || name === 'show')
  return new URLSearchParams([...rest, ['page', String(page)]])
}

function hasAnyOf(listed: readonly OrganiserTeam[]) {
  const isListed = isOneOf(listed)
  return ({ teams }: AlikeGroup) => teams.some(isListed)
}

/** After a flood: all of it goes in one tap, and comes back in one if that was wrong. */
function RemovePending({ recent, isOpen }: { recent: readonly PendingSince[]; isOpen: boolean }) {
  return (
    <details id="remove-pending" className="mt-8 scroll-mt-20" open={isOpen}>
      <summary className="min-h-touch w-fit cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        Remove everything pending since …
      </summary>
      <p className="mt-1 max-w-prose text-muted">
        Made-up entries that came in a flood go together. Approved teams stay, and it can be taken back.
      </p>
      <CommandForm className="mt-3 flex flex-wrap gap-3">
        <Hidden fields={{ intent: 'remove-pending' }} />
        {recent.map(({ since, words, teams }) => (
          <CommandButton key={words} tone="danger" name="since" value={since}>
            Remove {teams === 1 ? 'the 1 team' : `the ${teams} teams`} that came {words}
          </CommandButton>
        ))}
      </CommandForm>
    </details>
  )
}

/** Entries that nobody will put back: made-up ones count towards all that an edition can hold. */
function DeleteRemoved() {
  const { revalidate } = useRevalidator()
  return (
    <CommandForm className="mt-8" onAnswer={() => void revalidate()}>
      <p className="mb-2 max-w-prose text-muted">
        Removed entries can be put back. Those that nobody misses can be deleted for good, except those that
        stand in a draw.
      </p>
      <CommandButton tone="danger" name="intent" value="delete-removed">
        Delete all removed entries for good
      </CommandButton>
    </CommandForm>
  )
}

/** Who is missing, and the list to tick at the door. */
function WhoIsHere({ entries, approved }: { entries: readonly Entry[]; approved: number }) {
  const here = entries.filter((entry) => entry.approved && entry.checkedInAt).length
  const missing = missingTeams(entries).length
  return (
    <p className="text-lg">
      <strong className="tabular-nums">
        {here} of {approved}
      </strong>{' '}
      here
      {missing > 0 && (
        <Link
          to="?show=missing&page=1"
          preventScrollReset
          className="ml-3 inline-flex min-h-touch items-center font-semibold text-ball underline underline-offset-4"
        >
          {missing} missing
        </Link>
      )}
    </p>
  )
}

/** While there is no draw: who can make it now, and one tap to keep it to the organisers. */
function WhoMakesDraw({ settings }: { settings: Settings }) {
  return (
    <CommandForm className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted">
      <Hidden fields={{ intent: 'keep-draw' }} />
      <p>There is no draw yet. {whoMakesDraw(settings)}</p>
      {settings.drawCreation === 'anyone' && (
        <CommandButton tone="quiet" name="drawCreation" value="admin">
          Keep it to organisers
        </CommandButton>
      )}
    </CommandForm>
  )
}

function Logout() {
  return (
    <CommandForm className="shrink-0">
      <CommandButton tone="quiet" name="intent" value="logout" className="px-2.5">
        Logout
      </CommandButton>
    </CommandForm>
  )
}

function linksOf(params: URLSearchParams) {
  const rest = new URLSearchParams([...params].filter(([name]) => kept.includes(name)))
  const withPart = (name: string, value: string) => `?${new URLSearchParams([...rest, [name, value]])}`
  return {
    closeTo: String(rest),
    editTo: (id: TeamId) => withPart('edit', id),
    csvTo: withPart('format', 'csv'),
  }
}

type TeamFilterProps = {
  search: string
  onSearch: (text: string) => void
  shown: Shown
  /** Not every team is on this page: the server is asked. */
  isPaged: boolean
  hasCheckIn: boolean
}

function TeamFilter({ search, onSearch, shown, isPaged, hasCheckIn }: TeamFilterProps) {
  const choices = Object.entries(shownChoices).filter(
    ([value]) => hasCheckIn || value === shown || !['missing', 'here'].includes(value),
  )
  const show = ({ form }: HTMLSelectElement) => form?.requestSubmit(form.querySelector('button'))
  const list = useFollowed(shown, show)
  return (
    <Form method="get" className="mb-4 flex items-end gap-3" preventScrollReset replace>
      <div className="min-w-0 grow">
        <Field
          label="Search"
          type="search"
          name="q"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder="Name, team or phone"
          autoComplete="off"
        />
      </div>
      <div className="flex shrink-0 items-end gap-3">
        <div>
          <SelectField {...list} label="Show" name="show" onChange={(event) => show(event.currentTarget)}>
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        {isPaged ? (
          <Button tone="quiet" name="page" value="1">
            Search
          </Button>
        ) : (
          <noscript>
            <Button tone="quiet">Show</Button>
          </noscript>
        )}
      </div>
    </Form>
  )
}

/** Where the buttons in the rows post to. */
function RowForms({ query }: { query: URLSearchParams }) {
  const back = Object.fromEntries(kept.map((name) => [name, query.get(name) ?? undefined]))
  return (
    <>
      <CommandForm id={teamForms.approve}>
        <Hidden fields={{ intent: 'approve', ...back }} />
      </CommandForm>
      <CommandForm id={teamForms.unapprove}>
        <Hidden fields={{ intent: 'unapprove', ...back }} />
      </CommandForm>
      <CommandForm id={teamForms.putBack}>
        <Hidden fields={{ intent: 'put-back', ...back }} />
      </CommandForm>
      <CommandForm id={teamForms.here}>
        <Hidden fields={{ intent: 'check-in', ...back }} />
      </CommandForm>
      <CommandForm id={teamForms.notHere}>
        <Hidden fields={{ intent: 'not-here', ...back }} />
      </CommandForm>
      <CommandForm id={teamForms.remove}>
        <Hidden fields={{ intent: 'remove', ...back }} />
      </CommandForm>
    </>
  )
}

/** Acts on every chosen row at once. */
function ManyForm({ query }: { query: URLSearchParams }) {
  return (
    <CommandForm
      id={teamForms.many}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
      onAnswer={uncheckAll}
    >
      <Hidden fields={Object.fromEntries(kept.map((name) => [name, query.get(name) ?? undefined]))} />
      <button type="button" className="button button-quiet needs-script" onClick={checkAll}>
        Choose all
      </button>
      <CommandButton tone="quiet" name="intent" value="approve">
        Approve chosen
      </CommandButton>
    </CommandForm>
  )
}

const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form="${teamForms.many}"]`)]

function checkAll() {
  const boxes = checkboxes()
  const isEvery = boxes.every(({ checked }) => checked)
  for (const box of boxes) box.checked = !isEvery
}

function uncheckAll({ ok }: Answer) {
  if (ok) for (const box of checkboxes()) box.checked = false
}
