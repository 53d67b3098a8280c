import { CircleCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Form, Link, type MiddlewareFunction } from 'react-router'
import { csvText } from '../../../../domain/csv.ts'
import {
  journalChoice,
  journalKinds,
  journalPageLength,
  longestJournalPage,
} from '../../../../domain/journal.ts'
import { revisionOf } from '../../../../domain/text.ts'
import { Actions, usePageTaps } from '../../../actions/action-form.tsx'
import { NoticeBar, TakeBack } from '../../../actions/notice-bar.tsx'
import { doneLine, pageAction } from '../../../actions/page-action.ts'
import type { JournalLine } from '../../../app-context.ts'
import { type SignedIn, signedIn } from '../../../guard.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { pageLoader } from '../../../page-loader.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/court.tsx'
import { Field, SelectField, useAddressField } from '../../../ui/field.tsx'
import { When } from '../../../ui/time.tsx'
import { AdminFrame } from '../admin-frame.tsx'

export { clientLoader, meta, shouldRevalidate }

/** `?format=csv` answers with the whole filtered journal as a file. */
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

export const loader = pageLoader('adminJournal', async ({ parts, url }) => {
  const filter = filterOf(url)
  const [lines, done] = await Promise.all([
    parts.app.journal(parts.organiser, { ...filter, limit: journalPageLength + 1 }),
    doneLine(parts, url),
  ])
  return { lines, done, filter }
})

/** Take-back, without scripts. */
export const action = pageAction()

function filterOf({ searchParams }: URL) {
  const before = revisionOf(searchParams.get('before'))
  return { ...journalChoice(searchParams), ...(before && { before }) }
}

async function allLines({ app, organiser }: SignedIn, filter: ReturnType<typeof filterOf>) {
  const all: JournalLine[] = []
  for (let before = filter.before; ; before = all.at(-1)?.revision) {
    const page = { ...(before && { before }), limit: longestJournalPage }
    const lines = await app.journal(organiser, { ...filter, ...page })
    all.push(...lines)
    if (lines.length < longestJournalPage) return all
  }
}

export default page('adminJournal', AdminJournal)

type Shown = PageProps<typeof loader>

function AdminJournal(shown: Shown) {
  return (
    <AdminFrame>
      <Actions revision={shown.loaded.revision} done={shown.loaded.done}>
        <NoticeBar offerTakeBack={false} />
        <Journal {...shown} />
      </Actions>
    </AdminFrame>
  )
}

function Journal({ view, loaded }: Shown) {
  const { filter } = loaded
  const query = new URLSearchParams({
    ...(filter.search && { q: filter.search }),
    ...(filter.kind && { kind: filter.kind }),
  })
  const top = useRef<HTMLDivElement>(null)
  const { lines, missed, show } = useNewLines({ view, loaded }, String(query), top)
  const shown = lines.slice(0, journalPageLength)
  const isMore = lines.length > journalPageLength
  return (
    <>
      <JournalFilter filter={filter} csvTo={`?${new URLSearchParams([...query, ['format', 'csv']])}`} />
      <div ref={top} />
      {missed > 0 && (
        <div className="pointer-events-none sticky top-[calc(var(--header-height)+0.5rem)] z-20 -mt-12 mb-12 flex h-0 justify-end">
          <button
            type="button"
            className="button button-primary pointer-events-auto shadow-lift"
            onClick={show}
          >
            {newerWords(missed)}
          </button>
        </div>
      )}
      {lines.length === 0 ? (
        <Empty>{String(query) ? 'Nothing in the journal matches.' : 'Nothing has happened yet.'}</Empty>
      ) : (
        <ol>
          {shown.map((line) => (
            <Line key={line.revision} line={line} />
          ))}
        </ol>
      )}
      {isMore && (
        <Link
          to={`?${new URLSearchParams([...query, ['before', String(shown.at(-1)?.revision)]])}`}
          className="button button-quiet mt-5"
        >
          Older
        </Link>
      )}
    </>
  )
}

function newerWords(missed: number): string {
  if (missed === 1) return '1 newer line'
  return missed > journalPageLength ? `More than ${journalPageLength} newer lines` : `${missed} newer lines`
}

/** New lines are shown while the top of the list is in view. Further down, or after a tap on this page, they are only counted, so that no row moves under a finger. */
function useNewLines({ view, loaded }: Shown, query: string, top: RefObject<HTMLElement | null>) {
  const { epoch, revision } = loaded
  useReload(view.revision !== revision || view.epoch !== epoch)

  const taps = usePageTaps().length
  const [tapsShown, setTapsShown] = useState(0)
  const isReading = useIsOutOfView(top) || taps > tapsShown
  const listKey = `${query} ${loaded.filter.before} ${epoch}`
  const [snapshot, setSnapshot] = useState({ lines: loaded.lines, listKey })
  const isFrozen = isReading && snapshot.listKey === listKey
  if (!isFrozen && snapshot.lines !== loaded.lines) setSnapshot({ lines: loaded.lines, listKey })

  const fresh = new Map(loaded.lines.map((line) => [line.revision, line]))
  const newest = snapshot.lines[0]?.revision ?? 0
  return {
    // A frozen line may have lost its take-back meanwhile.
    lines: isFrozen ? snapshot.lines.map((line) => fresh.get(line.revision) ?? line) : loaded.lines,
    missed: isFrozen ? loaded.lines.filter((line) => line.revision > newest).length : 0,
    show() {
      top.current?.scrollIntoView({ block: 'center' })
      setTapsShown(taps)
      setSnapshot({ lines: loaded.lines, listKey })
    },
  }
}

function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watcher = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false))
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return isOut
}

type JournalFilterProps = { filter: Shown['loaded']['filter']; csvTo: string }

function JournalFilter({ filter, csvTo }: JournalFilterProps) {
  const search = useAddressField<HTMLInputElement>(filter.search ?? '')
  const show = ({ form }: HTMLSelectElement) => form?.requestSubmit()
  const list = useAddressField(filter.kind ?? '', show)
  return (
    <Form method="get" className="mb-1 flex flex-wrap items-end gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-36">
        <Field label="Search" type="search" name="q" {...search} placeholder="A name, an email" />
      </div>
      <div className="min-w-0 flex-1 basis-36 sm:max-w-56">
        <SelectField label="Show" name="kind" {...list} onChange={(event) => show(event.currentTarget)}>
          <option value="">Everything</option>
          {Object.entries(journalKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <noscript>
        <Button tone="quiet" className="min-h-12">
          Search
        </Button>
      </noscript>
      <a
        href={csvTo}
        download
        className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
      >
        Export as CSV
      </a>
    </Form>
  )
}

function Line({ line }: { line: JournalLine }) {
  const [takenBack, setTakenBack] = useState<'answered' | 'loaded'>()
  // Derived state: the reloaded line cannot be taken back, until that is taken back itself.
  if (takenBack === 'answered' && !line.canTakeBack) setTakenBack('loaded')
  if (takenBack === 'loaded' && line.canTakeBack) setTakenBack(undefined)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-line py-3 wrap-anywhere">
      <p className="max-sm:col-span-2">
        <bdi dir="ltr">{line.words}</bdi>
      </p>
      <p className="col-start-1 text-sm text-muted">
        <When at={line.at} /> · <bdi>{line.who}</bdi>
      </p>
      <div className="col-start-2 empty:hidden sm:row-span-2 sm:row-start-1">
        {takenBack ? (
          <p className="flex min-h-touch items-center gap-2 font-semibold">
            <CircleCheck aria-hidden="true" className="text-ball" size={20} /> Taken back
          </p>
        ) : (
          line.canTakeBack && (
            <TakeBack
              revision={line.revision}
              label={`Take back: ${line.words}`}
              onDone={() => setTakenBack('answered')}
            />
          )
        )}
      </div>
    </li>
  )
}

export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map(({ revision, at, who, action, words }) => [String(revision), at, who, action, words])
  return csvText([['revision', 'at', 'who', 'action', 'what'], ...rows])
}
