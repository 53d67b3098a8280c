import { Trophy } from 'lucide-react'
import type { CupView } from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { editionsWithChampions } from '../../domain/settings/past-editions.ts'
import { requestParts } from '../app-context.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { loadOrError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageFrame } from '../ui/page.tsx'
import type { Route } from './+types/past-champions'

/** The draw too: its final writes the newest line. */
type Slice = Pick<CupView, 'epoch' | 'revision' | 'settings' | 'editions' | 'draw' | 'drawStatus'>

export function loader({ context }: Route.LoaderArgs) {
  return loadOrError(messages.loadFailed, async (): Promise<Slice> => {
    const view = await context.get(requestParts).app.publicView()
    const { epoch, revision, settings, editions, draw, drawStatus } = view
    return { epoch, revision, settings, editions, drawStatus, ...(draw && { draw }) }
  })
}

export const clientLoader = loadedOr(messages.loadFailed)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Past Champions',
    description: 'Season, theme and winners of every edition of the cup.',
  })
}

export default function PastChampions({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  return (
    <PageFrame title="Past Champions" live={<LiveDot />}>
      {'error' in loaded ? <ErrorNote>{loaded.error}</ErrorNote> : <Honours slice={loaded} />}
    </PageFrame>
  )
}

function Honours({ slice }: { slice: Slice }) {
  const editions = editionsWithChampions(useLiveView(slice))
  return (
    <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {editions.map((edition) => (
        <li key={edition.number} className="flex gap-3 rounded-card border border-line bg-raised p-4 sm:p-5">
          <span className="display w-11 shrink-0 text-[2.625rem] text-ball" aria-hidden="true">
            {edition.number}
          </span>
          <div className="min-w-0 grow">
            <h2 className="text-lg font-bold">
              <span className="sr-only">Edition {edition.number}, </span>
              {edition.season}
            </h2>
            <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
              <dt className="text-muted">Theme</dt>
              <dd>{edition.theme || <NotRecorded />}</dd>
              <dt className="text-muted">Winners</dt>
              <dd className="font-semibold">
                {edition.winners ? (
                  <span className="inline-flex gap-1.5 text-balance">
                    <Trophy aria-hidden="true" className="mt-0.5 shrink-0 text-ball" size={18} />
                    {edition.winners}
                  </span>
                ) : (
                  <NotRecorded />
                )}
              </dd>
            </dl>
          </div>
        </li>
      ))}
    </ol>
  )
}

function NotRecorded() {
  return <span className="font-normal text-muted">Not recorded</span>
}
