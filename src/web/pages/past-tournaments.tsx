import { useMemo, useState } from 'react'
import { type ClientLoaderFunctionArgs, data, Form, useSearchParams } from 'react-router'
import type { CupView, Draw, MatchRef, Settings } from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { championOf, currentRound, roundProgress } from '../../domain/night/progress.ts'
import { type PastEdition, pastEditions } from '../../domain/settings/past-editions.ts'
import { type App, requestParts } from '../app-context.ts'
import { Announcer } from '../bracket/announcer.tsx'
import { Bracket } from '../bracket/bracket.tsx'
import { Champion } from '../bracket/champion.tsx'
import { PrintHead, type PrintHeadProps } from '../bracket/print-head.tsx'
import { PrintSheets } from '../bracket/print-sheets.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { isTimeout, type LoadError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { logFailure } from '../log-failure.ts'
import { lotsState, useLots } from '../lots/use-lots.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SelectField } from '../ui/field.tsx'
import { ErrorPage, PageFrame } from '../ui/page.tsx'
import { useFollowed } from '../ui/use-followed.ts'
import type { Route } from './+types/past-tournaments'

/** What the page shows: nothing chosen yet, a draw of the past, the current one live, or why there is none. */
type Shown =
  | { readonly kind: 'choose' }
  | { readonly kind: 'past'; readonly draw: Draw; readonly title: string }
  | { readonly kind: 'current' }
  | { readonly kind: 'trouble'; readonly error: string }

/** What keeps the list current, and the draw of the current edition, which is there if it was chosen. */
type Slice = Pick<
  CupView,
  'epoch' | 'revision' | 'settings' | 'editions' | 'pastDraws' | 'drawStatus' | 'draw'
>

type Page = {
  readonly chosen: string
  readonly shown: Shown
  /** Undefined where there is trouble with all of it. */
  readonly slice?: Slice
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { app } = context.get(requestParts)
  const chosen = new URL(request.url).searchParams.get('edition') ?? ''
  try {
    // Asked for first: what changes while the rest is read is told by the stream, rather than never.
    const slice = await sliceOf(app, chosen)
    const editions = await app.pastEditions()
    const shown = await showEdition(app, slice, editions, chosen)
    return data<Page>({ chosen, shown, slice }, statusOf(shown, slice))
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.pastAccessFailed
    return data<Page>({ chosen, shown: { kind: 'trouble', error: sentence } }, 503)
  }
}

async function sliceOf(app: App, chosen: string): Promise<Slice> {
  const { epoch, revision, settings, editions, pastDraws, drawStatus, draw } = await app.publicView()
  const isChosen = isCurrent(settings, chosen)
  return { epoch, revision, settings, editions, pastDraws, drawStatus, ...(isChosen && draw && { draw }) }
}

function isCurrent({ editionNumber }: Settings, chosen: string): boolean {
  return String(editionNumber) === chosen
}

async function showEdition(
  app: App,
  slice: Slice,
  editions: readonly PastEdition[],
  chosen: string,
): Promise<Shown> {
  if (chosen === '') return { kind: 'choose' }
  if (isCurrent(slice.settings, chosen)) return { kind: 'current' }
  const edition = editions.find(({ number }) => String(number) === chosen)
  if (!edition) return missing(slice, chosen)
  try {
    const draw = await app.pastDraw(edition.number)
    if (!draw || draw.rounds.length === 0) return { kind: 'trouble', error: messages.pastNoData }
    return { kind: 'past', draw, title: editionLabel(edition) }
  } catch (error) {
    logFailure(error)
    return { kind: 'trouble', error: isTimeout(error) ? messages.loadTimeout : messages.pastLoadFailed }
  }
}

/** An edition of the past whose draw nobody kept, or one that never was. */
function missing({ editions }: Slice, chosen: string): Shown {
  const wasPlayed = editions.some(({ number }) => String(number) === chosen)
  return { kind: 'trouble', error: wasPlayed ? messages.pastNoData : messages.pastNotFound }
}

function statusOf(shown: Shown, slice: Slice): number {
  if (shown.kind === 'current' && !slice.draw) return 404
  if (shown.kind !== 'trouble') return 200
  return isBroken(shown) ? 503 : 404
}

/** The storage did not answer: what the stream tells does not help. */
function isBroken(shown: Shown): boolean {
  return (
    shown.kind === 'trouble' &&
    (shown.error === messages.pastLoadFailed || shown.error === messages.loadTimeout)
  )
}

function editionLabel({ number, season }: PastEdition): string {
  return `N${number}, ${season}`
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  return loadedOr(searchParams.get('edition') ? messages.pastLoadFailed : messages.pastAccessFailed)(args)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Past Tournaments',
    description: 'The draws of earlier editions, match by match.',
  })
}

export default function PastTournaments({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // Trouble with a choice that is only looked at again leaves the page standing.
  const loaded = useLoaded<Page | LoadError>(loaderData, search.get('edition') ?? '')
  if (!('error' in loaded)) return <Editions page={loaded} />
  return (
    <ErrorPage title="Past Tournaments" width="full">
      {loaded.error}
    </ErrorPage>
  )
}

function Editions({ page }: { page: Page }) {
  const { chosen } = page
  const live = useLiveView(page.slice)
  const editions = live ? pastEditions(live) : []
  const shown = useShown(page, live, editions)
  const isListed = editions.some(({ number }) => String(number) === chosen)
  const list = useFollowed<HTMLSelectElement>(isListed ? chosen : '')
  return (
    <PageFrame
      title="Past Tournaments"
      width="full"
      live={shown.kind === 'current' ? <LiveDot /> : undefined}
    >
      <Form method="get" className="past-form">
        <SelectField
          {...list}
          label="Edition"
          name="edition"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">{messages.pastPlaceholder}</option>
          {editions.map((edition) => (
            <option key={edition.number} value={edition.number}>
              {editionLabel(edition)}
            </option>
          ))}
        </SelectField>
        <Button tone="quiet">Show</Button>
      </Form>
      {shown.kind === 'choose' && <Empty>{messages.pastSelect}</Empty>}
      {shown.kind === 'trouble' && <ErrorNote>{shown.error}</ErrorNote>}
      {shown.kind === 'past' && (
        <ReadOnlyDraw draw={shown.draw} edition={chosen} settings={{ editionTitle: shown.title }} />
      )}
      {shown.kind === 'current' && live && <CurrentDraw slice={live} edition={chosen} />}
    </PageFrame>
  )
}

/** What a fresh load would show, from what the stream has told: editions begin, end, and are gone back to. */
function useShown(page: Page, live: Slice | undefined, editions: readonly PastEdition[]): Shown {
  const { chosen, shown } = page
  const [lastSeen, setLastSeen] = useState<{ readonly of: Page; readonly draw: Draw | undefined }>()
  if (!live || chosen === '' || isBroken(shown)) return shown
  if (isCurrent(live.settings, chosen)) {
    if (lastSeen?.of !== page || lastSeen.draw !== live.draw) setLastSeen({ of: page, draw: live.draw })
    return { kind: 'current' }
  }
  const edition = editions.find(({ number }) => String(number) === chosen)
  if (!edition) return missing(live, chosen)
  const draw = lastSeen?.of === page ? lastSeen.draw : shown.kind === 'past' ? shown.draw : undefined
  if (!draw) return { kind: 'trouble', error: messages.pastNoData }
  return { kind: 'past', draw, title: editionLabel(edition) }
}

function CurrentDraw({ slice: { draw: whole, settings }, edition }: { slice: Slice; edition: string }) {
  const { draw, lots } = useLots(whole)
  if (!draw) return <ErrorNote>{messages.pastCurrentMissing}</ErrorNote>
  return (
    <div data-lots={lotsState(lots)}>
      <ReadOnlyDraw draw={draw} edition={edition} settings={settings} />
      <Announcer draw={whole} />
    </div>
  )
}

type ReadOnlyDrawProps = { draw: Draw; edition: string; settings: PrintHeadProps['settings'] }

function ReadOnlyDraw({ draw, edition, settings }: ReadOnlyDrawProps) {
  const [search] = useSearchParams()
  const champion = championOf(draw)
  const played = useMemo(() => roundProgress(draw), [draw])
  const matchHref = useMemo(() => (match: MatchRef) => paths.pastMatch(edition, match), [edition])
  return (
    <>
      <PrintHead settings={settings} />
      {champion && <Champion draw={draw} team={champion} className="champion-band" />}
      <Bracket
        key={draw.id}
        draw={draw}
        played={played}
        matchHref={matchHref}
        marked={search.get('match') ?? undefined}
        openAt={currentRound(draw)?.round ?? 0}
        champion={champion && <Champion draw={draw} team={champion} className="champion-aloft" />}
      />
      <PrintSheets draw={draw} settings={settings} />
    </>
  )
}
