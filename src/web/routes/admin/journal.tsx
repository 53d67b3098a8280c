import {
  Form,
  Link,
  type MiddlewareFunction,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { adminMeta } from '../../admin/admin-meta.ts'
import { refuse } from '../../admin/answer.ts'
import { CommandsProvider } from '../../admin/commands.tsx'
import { journalCsv } from '../../admin/journal-csv.ts'
import { reachableLoader, useLoaded } from '../../admin/loaded.ts'
import { NoticeBar, TakeBack } from '../../admin/notice-bar.tsx'
import { reachableAction } from '../../admin/post.ts'
import { doneLine, revisionOf, type SignedIn, signedIn, takeBack, textOf } from '../../admin/signed-in.ts'
import { When } from '../../admin/when.tsx'
import type { JournalLine } from '../../app-context.ts'
import { LiveDot } from '../../live/live-dot.tsx'
import { useLiveView } from '../../live/use-live-view.ts'
import { loadOrSay } from '../../load-or-say.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page.tsx'
import type { Route } from './+types/journal.ts'

const pageLength = 50

/** What the journal can be narrowed to, in an organiser's words. */
const kinds: Readonly<Record<string, string>> = {
  'set-winner': 'Winners',
  'undo-winner': 'Undone winners',
  exchange: 'Exchanges',
  reset: 'Resets',
  'create-draw': 'Draws made',
  'advance-byes': 'Byes',
  'set-absent': 'No-shows',
  'place-team': 'Late teams',
  'call-match': 'Matches called',
  register: 'Registrations',
  approve: 'Approvals',
  unapprove: 'Approvals removed',
  'edit-team': 'Teams edited',
  'remove-teams': 'Teams removed',
  settings: 'Settings',
  'take-back': 'Taken back',
}

export const meta = adminMeta('Journal')

/** `?format=csv` answers with the whole filtered journal as a file instead of the page. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, url }, next) => {
    if (url.searchParams.get('format') !== 'csv') return next()
    const lines = await allLines(signedIn(context), filterOf(url))
    return new Response(journalCsv(lines), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="cup-journal.csv"',
        'cache-control': 'private, no-store',
      },
    })
  },
]

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  const filter = filterOf(url)
  return loadOrSay('The journal could not be loaded. Please try again.', async () => {
    const [{ revision }, lines, done] = await Promise.all([
      parts.app.publicView(),
      parts.app.journal(parts.organiser, { ...filter, limit: pageLength + 1 }),
      doneLine(parts, url),
    ])
    const isMore = lines.length > pageLength
    return { revision, lines: lines.slice(0, pageLength), isMore, done, filter }
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  if (textOf(form, 'intent') !== 'take-back') return refuse('unknown-action', form)
  return takeBack(signedIn(context), form, paths.adminJournal)
}

function filterOf(url: URL) {
  const search = url.searchParams.get('q')?.trim()
  const action = url.searchParams.get('action')
  const before = revisionOf(url.searchParams.get('before'))
  return {
    ...(search && { search }),
    ...(action && { action }),
    ...(before && { before }),
  }
}

async function allLines({ app, organiser }: SignedIn, filter: ReturnType<typeof filterOf>) {
  const all: JournalLine[] = []
  for (let before = filter.before; ; before = all.at(-1)?.revision) {
    const lines = await app.journal(organiser, { ...filter, ...(before && { before }), limit: 1_000 })
    all.push(...lines)
    if (lines.length < 1_000) return all
  }
}

export const clientAction = reachableAction
export const clientLoader = reachableLoader

/** Unlike the other pages this one is not on the stream: what was taken back shows after its own post. */
export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate
}

export default function AdminJournal({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData, useLocation().search)
  return (
    <PageFrame
      title="Journal"
      lead="Who did what, and when."
      back={{ to: paths.admin, label: 'Back to Admin' }}
      live={<LiveDot />}
    >
      {'error' in loaded ? <ErrorNote>{loaded.error}</ErrorNote> : <Journal loaded={loaded} />}
    </PageFrame>
  )
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { revision: number }>

function Journal({ loaded }: { loaded: Loaded }) {
  const { revision } = useLiveView(loaded)
  const { lines, filter, isMore } = loaded
  const query = new URLSearchParams({
    ...(filter.search && { q: filter.search }),
    ...(filter.action && { action: filter.action }),
  })
  const missed = filter.before ? 0 : revision - loaded.revision
  const oldest = lines.at(-1)?.revision
  return (
    <CommandsProvider revision={loaded.revision} done={loaded.done}>
      <NoticeBar offerTakeBack={false} />
      <Form method="get" className="mb-4 grid gap-3 sm:flex sm:items-end">
        <div className="grow">
          <Field
            label="Search"
            type="search"
            name="q"
            defaultValue={filter.search}
            placeholder="A name, an email"
          />
        </div>
        <SelectField label="Show" name="action" defaultValue={filter.action ?? ''}>
          <option value="">Everything</option>
          {Object.entries(kinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button tone="quiet" className="min-h-12">
          Search
        </Button>
      </Form>
      <p className="mb-4 flex flex-wrap justify-between gap-3">
        <a
          href={`?${new URLSearchParams([...query, ['format', 'csv']])}`}
          download
          className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
        >
          Export as CSV
        </a>
        {missed > 0 && (
          <Link
            to={`?${query}`}
            className="inline-flex min-h-touch items-center font-semibold text-ball underline underline-offset-4"
          >
            {missed === 1 ? '1 newer line' : `${missed} newer lines`}
          </Link>
        )}
      </p>
      {lines.length === 0 ? (
        <Empty>{query.size > 0 ? 'Nothing in the journal matches.' : 'Nothing has happened yet.'}</Empty>
      ) : (
        <ol className="grid">
          {lines.map((line) => (
            <Line key={line.revision} line={line} />
          ))}
        </ol>
      )}
      {isMore && (
        <Link
          to={`?${new URLSearchParams([...query, ['before', String(oldest)]])}`}
          className="button button-quiet mt-5"
        >
          Older
        </Link>
      )}
    </CommandsProvider>
  )
}

function Line({ line }: { line: JournalLine }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3">
      <div className="min-w-0 grow basis-72">
        <p>
          <bdi>{line.words}</bdi>
        </p>
        <p className="text-sm text-muted">
          <When at={line.at} /> · <bdi>{line.who}</bdi>
        </p>
      </div>
      {line.canTakeBack && <TakeBack revision={line.revision} label={`Take back: ${line.words}`} />}
    </li>
  )
}
