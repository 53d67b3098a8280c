import { CircleCheck, CircleDashed } from 'lucide-react'
import { messages } from '../../domain/messages.ts'
import { isOneOf, onPage, orderEntries, pageCount, pageOf, teamsPerPage } from '../../domain/teams/entries.ts'
import { entryName } from '../../domain/teams/names.ts'
import { counted } from '../../domain/text.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Pager, Table } from '../ui/table.tsx'
import { Names } from '../ui/unbroken-names.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('entries', ({ view: { entries }, url }) => {
  const total = entries.length
  if (total <= teamsPerPage) return { paged: undefined }
  const page = pageOf(url.searchParams.get('page'), total)
  const approved = entries.filter((entry) => entry.approved).length
  return { entries: onPage(orderEntries(entries), page), paged: { page, total, approved } }
})

export default page('entries', EntryList)

function EntryList({ view, loaded }: PageProps<typeof loader>) {
  const { paged } = loaded
  // The stream carries all teams: a paginated list filters its own page, and reloads if any team changed, because its counts come from the server.
  useReload(paged ? view.entries !== loaded.entries : view.entries.length > teamsPerPage)
  const entries = paged ? view.entries.filter(isOneOf(loaded.entries)) : view.entries
  const total = paged?.total ?? entries.length
  const approved = paged?.approved ?? entries.filter((entry) => entry.approved).length
  const lead = total > 0 && `${counted(total, 'team')} registered, ${approved} approved`
  return (
    <PageFrame lead={lead} live={<LiveDot />}>
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
              cell: (entry) => (
                <bdi className="font-semibold">
                  <Names label={entryName(entry)} />
                </bdi>
              ),
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
    <span className={`whitespace-nowrap ${approved ? '' : 'text-muted'}`}>
      <Icon
        aria-hidden="true"
        size={18}
        className={`mr-2 mb-0.5 inline-block ${approved ? 'text-ball' : ''}`}
      />
      {approved ? 'Approved' : 'Pending Approval'}
    </span>
  )
}
