import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link, type MiddlewareFunction, useSearchParams } from 'react-router'
import type { Entry, TeamId } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { isBeingPlayed } from '../../../../domain/night/progress.ts'
import {
  isOneOf,
  orderEntries,
  pageCount,
  pendingSince,
  waitingList,
} from '../../../../domain/teams/entries.ts'
import { missingTeams, teamsHere } from '../../../../domain/teams/registration.ts'
import { counted } from '../../../../domain/text.ts'
import { Actions, useHeld } from '../../../actions/action-form.tsx'
import { NoticeBar } from '../../../actions/notice-bar.tsx'
import { doneAt, doneLine, pageAction } from '../../../actions/page-action.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { signedIn } from '../../../guard.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/court.tsx'
import { Pager } from '../../../ui/table.tsx'
import { AdminFrame, Logout } from '../admin-frame.tsx'
import { OutsideNote, SlowedNote, WhoMakesDraw } from '../admin-notes.tsx'
import { EditTeam } from './edit-team.tsx'
import { teamsCsv } from './team-csv.ts'
import {
  DeleteRemoved,
  ManyForm,
  RemovePending,
  RemoveSelected,
  RowForms,
  TeamFilter,
} from './team-forms.tsx'
import {
  alikeGroups,
  alikeNotes,
  countCorrected,
  countWords,
  currentTeams,
  filterTeams,
  linksOf,
  listAddress,
  pageOfTeams,
  type Shown,
  shownOf,
} from './team-list.ts'
import { AlikeTeams, TeamTable } from './team-table.tsx'

/** `?format=csv` answers with the teams as a file, filtered as the page is. */
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

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminTeams', async ({ parts, view, url }) => {
  const [teams, slowed, done] = await Promise.all([
    parts.app.teamsForOrganiser(parts.organiser),
    parts.app.slowedRegistration(parts.organiser),
    doneLine(parts, url),
  ])
  const { entries, settings } = view
  const recent = pendingSince(entries, parts.now)
  const whole = { teams, entries, paged: undefined }
  const shown = pageOfTeams({ teams, entries, teamLimit: settings.teamLimit }, url.searchParams) ?? whole
  return { ...shown, slowed, recent, done }
})

export const action = pageAction({
  back: (done) =>
    doneAt(done.name === 'delete-removed' ? `${done.page}?show=removed` : listAddress(done.form), done),
})

export default page('adminTeams', AdminTeams)

type Loaded = PageProps<typeof loader>['loaded']

function AdminTeams({ view, loaded }: PageProps<typeof loader>) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const [search, setSearch] = useState(asked)
  const [askedBefore, setAskedBefore] = useState(asked)
  if (asked !== askedBefore) {
    setAskedBefore(asked)
    setSearch(asked)
  }
  const shown = shownOf(params.get('show'))
  const { paged } = loaded
  const typed = useDeferredValue(search)
  const { held, hold, letGo } = useHeld<Shown>()
  const page = params.get('page')
  // biome-ignore lint/correctness/useExhaustiveDependencies: tapped rows stay until another list is shown.
  useEffect(() => letGo, [letGo, shown, page])
  const onTap = (id: TeamId) => hold(id, shown)
  const list = useList(loaded, view, {
    // The server filters a paginated list.
    search: paged ? asked : typed,
    shown,
    isHeld: (id) => shown !== 'alike' && held.get(id) === shown,
  })
  const { editTo, closeTo, csvTo, pageTo } = linksOf(params, list.search)
  const close = () => setParams(new URLSearchParams(closeTo), { preventScrollReset: true, replace: true })
  const edited = list.teams.find(({ id }) => id === params.get('edit'))
  // The stream has no phone numbers, so any revision may have changed or deleted one.
  const isBehind = view.revision !== loaded.revision || view.epoch !== loaded.epoch
  // Each reload paginates the list anew: not while its rows are being tapped, nor under an open dialog.
  const isInUse = edited !== undefined || (held.size > 0 && shown !== 'alike')
  useReload(isBehind && !(paged && isInUse))
  const hasCheckIn = view.settings.checkIn === 'on'

  return (
    <Actions revision={view.revision} done={loaded.done}>
      <AdminFrame isNight={isBeingPlayed(view.draw)} tools={<Logout className="px-2.5" />}>
        {!edited && <NoticeBar />}
        {edited && (
          <EditTeam
            key={edited.id}
            team={edited}
            closeTo={closeTo}
            onClose={close}
            onRemove={() => onTap(edited.id)}
          />
        )}
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
          <Counts list={list} teamLimit={view.settings.teamLimit} isPaged={paged !== undefined} />
          {hasCheckIn && <WhoIsHere entries={view.entries} approved={list.approved} />}
        </div>
        {loaded.slowed && <SlowedNote {...loaded.slowed} to="#remove-pending" />}
        {view.drawStatus === 'none' && <WhoMakesDraw settings={view.settings} entries={view.entries} />}
        <TeamFilter
          search={search}
          onSearch={setSearch}
          shown={shown}
          isPaged={paged !== undefined}
          hasCheckIn={hasCheckIn}
        />
        <RowForms query={params} onTap={onTap} />
        {shown === 'alike' ? (
          <AlikeTeams groups={list.groups} editTo={editTo} />
        ) : (
          <ListedTeams list={list} editTo={editTo} query={params} onTap={onTap} />
        )}
        {list.listed.length === 0 && (
          <NothingListed list={list} isOpen={view.settings.registration === 'open'} />
        )}
        {paged && shown !== 'alike' && (
          <Pager
            page={paged.page}
            pages={pageCount(paged.found)}
            // Rows that left the list make room for the next ones on this same page.
            to={(page) => pageTo(list.hasGaps ? Math.min(page, paged.page) : page)}
            onTurn={letGo}
          />
        )}
        {/* Below the list: an approval makes it appear, and no row may move under the thumb. */}
        <OutsideNote entries={view.entries} draw={view.draw} />
        <p className="mt-6 flex flex-wrap gap-x-6">
          <Link to={paths.adminTeamsByList} className="link inline-flex min-h-touch items-center">
            Import teams
          </Link>
          {list.total > 0 && (
            <a href={csvTo} download className="link inline-flex min-h-touch items-center">
              Export as CSV
            </a>
          )}
        </p>
        {loaded.recent.length > 0 && (
          <RemovePending recent={loaded.recent} isOpen={loaded.slowed !== undefined} />
        )}
      </AdminFrame>
    </Actions>
  )
}

type List = ReturnType<typeof useList>

/** What is listed and counted: from all teams, or from the page that the server has cut. */
function useList(
  { teams: loadedTeams, settings, paged }: Loaded,
  view: Pick<Loaded, 'entries' | 'settings'>,
  { search, shown, isHeld }: { search: string; shown: Shown; isHeld: (id: TeamId) => boolean },
) {
  const loadedEdition = settings.editionNumber
  const edition = view.settings.editionNumber
  const teams = useMemo(() => {
    const known = { teams: loadedTeams, edition: loadedEdition }
    const all = currentTeams(known, { entries: view.entries, edition })
    return paged ? all.filter(isOneOf(loadedTeams)) : all
  }, [loadedTeams, loadedEdition, view.entries, edition, paged])
  const alike = useMemo(
    () => (paged ? new Map(Object.entries(paged.alike)) : alikeNotes(teams)),
    [teams, paged],
  )
  const groups = paged?.groups ?? (shown === 'alike' ? alikeGroups(teams) : [])
  const filter = { search, shown, isAlike: (id: TeamId) => alike.has(id) }
  const listed = filterTeams(teams, { ...filter, isHeld })
  const isListed = isOneOf(listed)
  const waiting = paged ? [] : waitingList(view.entries, view.settings.teamLimit).map(({ id }) => id)
  return {
    search,
    shown,
    teams,
    listed,
    hasGaps: filterTeams(listed, filter).length < listed.length,
    groups: groups.filter((group) => group.teams.some(isListed)),
    alikeOf: (team: OrganiserTeam) => (team.approved ? undefined : alike.get(team.id)) ?? [],
    waitingOf: (id: TeamId) => paged?.waiting[id] ?? waiting.indexOf(id) + 1,
    total: paged ? paged.total - countRemoved(teams) + countRemoved(loadedTeams) : view.entries.length,
    approved: view.entries.filter((entry) => entry.approved).length,
    corrected: paged?.corrected ?? countCorrected(teams),
    isEmpty: teams.length === 0 && !paged,
  }
}

const countRemoved = (teams: readonly OrganiserTeam[]) => teams.filter(({ removed }) => removed).length

// Reserved height for the links, so that the rows stay in place when the last team is approved.
const countLine = 'flex min-h-touch flex-wrap items-center gap-x-3 sm:text-lg'

function Counts({ list, teamLimit, isPaged }: { list: List; teamLimit: number; isPaged: boolean }) {
  const { total, approved, corrected, shown } = list
  const pending = total - approved
  return (
    <p className={countLine}>
      <span>
        Total Teams: <strong className="tabular-nums">{total}</strong>
        <span className="text-muted"> {countWords({ pending, approved }, teamLimit)}</span>
      </span>
      {corrected > 0 && shown !== 'corrected' && (
        <ListLink to="?show=corrected&page=1">{counted(corrected, 'correction')}</ListLink>
      )}
      {pending > 0 && shown !== 'pending' && (
        <ListLink to={isPaged ? '?show=pending&page=1' : '?show=pending'}>Show pending</ListLink>
      )}
    </p>
  )
}

type ListedTeamsProps = {
  list: List
  editTo: (id: TeamId) => string
  query: URLSearchParams
  onTap: (id: TeamId) => void
}

function ListedTeams({ list, editTo, query, onTap }: ListedTeamsProps) {
  const { listed, shown, search, alikeOf, waitingOf } = list
  const isAtDoor = shown === 'missing' || shown === 'here'
  const isRemoved = shown === 'removed'
  const hasTeams = listed.length > 0
  return (
    <>
      {hasTeams && !isRemoved && !isAtDoor && <ManyForm query={query} onTap={onTap} />}
      <TeamTable teams={listed} alike={alikeOf} waiting={waitingOf} editTo={editTo} isAtDoor={isAtDoor} />
      {hasTeams && !isRemoved && !isAtDoor && <RemoveSelected />}
      {hasTeams && isRemoved && search === '' && <DeleteRemoved />}
    </>
  )
}

type NothingListedProps = { list: List; isOpen: boolean }

function NothingListed({ list: { isEmpty, shown, search, teams }, isOpen }: NothingListedProps) {
  if (isEmpty) {
    return (
      <Empty
        hint={isOpen ? 'Registration is open.' : 'Registration is closed.'}
        actions={
          <LinkButton tone={isOpen ? 'quiet' : 'primary'} to={paths.settingGroup('registration')}>
            {isOpen ? 'Registration settings' : 'Open registration'}
          </LinkButton>
        }
      >
        {messages.entriesEmpty}
      </Empty>
    )
  }
  if (shown === 'removed' && search === '') return <Empty>No teams were removed.</Empty>
  if (shown !== 'pending' || search !== '' || teams.length === 0) return <Empty>No team matches.</Empty>
  return (
    <Empty
      actions={
        <LinkButton tone="quiet" to="?" preventScrollReset>
          Show all teams
        </LinkButton>
      }
    >
      No team is waiting for approval.
    </Empty>
  )
}

/** The check-in count, with a link to the missing teams. */
function WhoIsHere({ entries, approved }: { entries: readonly Entry[]; approved: number }) {
  const here = teamsHere(entries).length
  const missing = missingTeams(entries).length
  return (
    <p className={countLine}>
      <span>
        <strong className="tabular-nums">
          {here} of {approved}
        </strong>{' '}
        here
      </span>
      {missing > 0 && <ListLink to="?show=missing&page=1">{`${missing} missing`}</ListLink>}
    </p>
  )
}

/** After a count, to the teams it counts. */
function ListLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-flex min-h-touch items-center font-semibold text-ball underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
