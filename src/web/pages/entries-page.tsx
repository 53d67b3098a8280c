import { CircleCheck, CircleDashed } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Position } from '../../domain/changes.ts'
import type { Entry } from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { isOneOf, onPage, orderEntries, pageCount, pageOf, teamsPerPage } from '../../domain/teams/entries.ts'
import { playersOf } from '../../domain/teams/names.ts'
import { counted } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { useReloadWhen } from '../live/use-reload-when.ts'
import { loadOrError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/court.tsx'
import { ErrorPage, PageFrame } from '../ui/page-frame.tsx'
import { Pager, Table } from '../ui/table.tsx'
import type { Route } from './+types/entries-page'

export function loader({ context, url }: Route.LoaderArgs) {
  return loadOrError(messages.entriesLoadFailed, async () => {
    const { epoch, revision, entries } = await context.get(requestParts).app.publicView()
    const total = entries.length
    if (total <= teamsPerPage) return { epoch, revision, entries, paged: undefined }
    const page = pageOf(url.searchParams.get('page'), total)
    const approved = entries.filter((entry) => entry.approved).length
    const shown = onPage(orderEntries(entries), page)
    return { epoch, revision, entries: shown, paged: { page, total, approved } }
  })
}

export const clientLoader = loadedOr(messages.entriesLoadFailed)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Entry List',
    description: 'Every team that has entered the cup, and whether it is approved.',
  })
}

export default function Entries({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData, useLocation().search)
  if ('error' in loaded) return <ErrorPage title="Entry List">{loaded.error}</ErrorPage>
  return <EntryList slice={loaded} />
}

type Slice = Position & {
  entries: readonly Entry[]
  /** Of a list too long for one page, this one. */
  paged: { page: number; total: number; approved: number } | undefined
}

function EntryList({ slice }: { slice: Slice }) {
  const live = useLiveView(slice)
  const { paged } = slice
  // The stream tells of every team; one page of many shows its own, and asks for what came or went.
  useReloadWhen(paged ? live.entries !== slice.entries : live.entries.length > teamsPerPage)
  const entries = paged ? live.entries.filter(isOneOf(slice.entries)) : live.entries
  const total = paged?.total ?? entries.length
  const approved = paged?.approved ?? entries.filter((entry) => entry.approved).length
  const lead = total > 0 && `${counted(total, 'team')} registered, ${approved} approved`
  return (
    <PageFrame title="Entry List" lead={lead} live={<LiveDot />}>
      {entries.length === 0 ? (
        <Empty actions={<LinkButton to={paths.register}>Register</LinkButton>}>{messages.entriesEmpty}</Empty>
      ) : (
        <Table
          caption="Registered teams, sorted by the name of player 1"
          rows={orderEntries(entries)}
          rowKey={({ id }) => id}
          isCompact
          columns={[
            {
              label: 'Players',
              lead: true,
              cell: (entry) => <bdi className="font-semibold">{playersOf(entry).join(', ')}</bdi>,
            },
            {
              label: 'Team(s)',
              cell: ({ teams }) =>
                teams ? <bdi>{teams}</bdi> : <span className="text-muted">Not specified</span>,
            },
            { label: 'Status', cell: ({ approved }) => <Status approved={approved} /> },
          ]}
        />
      )}
      {paged && <Pager page={paged.page} pages={pageCount(paged.total)} to={(page) => `?page=${page}`} />}
    </PageFrame>
  )
}

function Status({ approved }: { approved: boolean }) {
  const Icon = approved ? CircleCheck : CircleDashed
  return (
    <span
      className={`flex items-center gap-2 whitespace-nowrap ${approved ? 'font-semibold text-ball' : 'text-muted'}`}
    >
      <Icon aria-hidden="true" size={18} />
      {approved ? 'Approved' : 'Pending Approval'}
    </span>
  )
}
