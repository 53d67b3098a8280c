import { Search } from 'lucide-react'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, data, Form, redirect, useNavigate, useParams } from 'react-router'
import type { CupView, Draw, Settings } from '../../../domain/cup.ts'
import { type PastEdition, pastEditions } from '../../../domain/editions/past-editions.ts'
import { messages } from '../../../domain/messages.ts'
import type { Calls } from '../../../domain/night/as-it-went.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { type App, requestParts } from '../../app-context.ts'
import { Announcer } from '../../bracket/announcer.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import { useLiveView } from '../../live/use-live-view.ts'
import { useReloadWhen } from '../../live/use-reload-when.ts'
import { isTimeout, type LoadError } from '../../load-or-error.ts'
import { loadedOr, useLoaded } from '../../loaded.ts'
import { logFailure } from '../../log-failure.ts'
import { lotsState, useLots } from '../../lots/use-lots.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import { skipRevalidation } from '../../skip-revalidation.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { SelectField, useAddressField } from '../../ui/field.tsx'
import { ErrorPage, PageFrame, splitBrand, useBrand } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import type { Route } from './+types/past-tournaments-page'
import { PastDraw, type PastDrawProps } from './past-draw.tsx'

/** What the page shows: nothing chosen yet, a draw of the past, the current one live, or why there is none. */
type Shown =
  | { readonly kind: 'choose' }
  | { readonly kind: 'past'; readonly draw: Draw; readonly season: string }
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
  /** Of the draw that was chosen, once it is played to its end. */
  readonly calls: Calls
  /** Undefined where there is trouble with all of it. */
  readonly slice?: Slice
}

export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const { app } = context.get(requestParts)
  const old = searchParams.get('edition')
  if (old && params.edition === undefined) throw redirect(addressOf(old, searchParams.get('match')), 308)
  const chosen = params.edition ?? ''
  try {
    // Asked for first: what changes while the rest is read is told by the stream, rather than never.
    const slice = await sliceOf(app, chosen)
    const editions = await app.pastEditions()
    const { shown, calls = {} } = await showEdition(app, slice, editions, chosen)
    return data<Page>({ chosen, shown, calls, slice }, statusOf(shown, slice))
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.pastAccessFailed
    return data<Page>({ chosen, shown: { kind: 'trouble', error: sentence }, calls: {} }, 503)
  }
}

/** `match` as 'round.index'. */
function addressOf(edition: string, match: string | null): string {
  return paths.pastTournament(edition) + (match ? `?match=${encodeURIComponent(match)}` : '')
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
): Promise<{ readonly shown: Shown; readonly calls?: Calls }> {
  if (chosen === '') return { shown: { kind: 'choose' } }
  if (isCurrent(slice.settings, chosen)) {
    const isOver = slice.draw && championOf(slice.draw)
    return { shown: { kind: 'current' }, ...(isOver && { calls: await app.callsOf(slice.draw) }) }
  }
  const edition = editions.find(({ number }) => String(number) === chosen)
  if (!edition) return { shown: missing(slice, chosen) }
  try {
    const draw = await app.pastDraw(edition.number)
    if (!draw || draw.rounds.length === 0) return { shown: { kind: 'trouble', error: messages.pastNoData } }
    return { shown: { kind: 'past', draw, season: edition.season }, calls: await app.callsOf(draw) }
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.pastLoadFailed
    return { shown: { kind: 'trouble', error: sentence } }
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
  return [`N${number}`, season].filter(Boolean).join(', ')
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadedOr(args.params.edition ? messages.pastLoadFailed : messages.pastAccessFailed)(args)
}

export const shouldRevalidate = skipRevalidation

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Past Tournaments',
    description: 'The draws of earlier editions, match by match.',
  })
}

export default function PastTournaments({ loaderData }: Route.ComponentProps) {
  const { edition = '' } = useParams()
  // Trouble with a choice that is only looked at again leaves the page standing.
  const loaded = useLoaded<Page | LoadError>(loaderData, edition)
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
  const draw = shown.kind === 'past' ? shown.draw : shown.kind === 'current' ? live?.draw : undefined
  useReloadWhen(isBehind(page, shown, draw))
  const [isFinding, setIsFinding] = useState(false)
  const title = `${splitBrand(useBrand()).name} N${chosen}`
  const finding = { isFinding, onFound: () => setIsFinding(false) }
  return (
    <PageFrame
      title="Past Tournaments"
      width="full"
      live={shown.kind === 'current' ? <LiveDot /> : undefined}
      tools={draw && <Tools title={title} onFind={() => setIsFinding(true)} />}
    >
      <Choice chosen={chosen} editions={editions} />
      {shown.kind === 'choose' && <Empty>{messages.pastSelect}</Empty>}
      {shown.kind === 'trouble' && <ErrorNote>{shown.error}</ErrorNote>}
      {shown.kind === 'past' && (
        <PastDraw
          key={shown.draw.id}
          draw={shown.draw}
          calls={page.calls}
          edition={chosen}
          settings={{ editionTitle: title, editionSeason: shown.season }}
          {...finding}
        />
      )}
      {shown.kind === 'current' && live && (
        <CurrentDraw slice={live} calls={page.calls} edition={chosen} {...finding} />
      )}
    </PageFrame>
  )
}

/** The stream has no line of the journal, and so no call of a match that is decided. */
function isBehind({ shown: loaded, slice }: Page, shown: Shown, draw: Draw | undefined): boolean {
  if (!slice || !draw) return false
  if (shown.kind === 'past') return loaded.kind !== 'past' || loaded.draw !== shown.draw
  const isNewer = draw.rounds.some(({ matches }) => matches.some(({ revision }) => revision > slice.revision))
  return isNewer && championOf(draw) !== undefined
}

/** Without scripts the form leads there by the old address. */
function Choice({ chosen, editions }: { chosen: string; editions: readonly PastEdition[] }) {
  const navigate = useNavigate()
  const isListed = editions.some(({ number }) => String(number) === chosen)
  const choose = ({ value: edition }: HTMLSelectElement) =>
    navigate(edition === '' ? paths.pastTournaments : paths.pastTournament(edition))
  const list = useAddressField(isListed ? chosen : '', choose)
  return (
    <Form
      method="get"
      action={paths.pastTournaments}
      className="past-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (list.ref.current) choose(list.ref.current)
      }}
    >
      <SelectField {...list} label="Edition" name="edition" onChange={(event) => choose(event.currentTarget)}>
        <option value="">{messages.pastPlaceholder}</option>
        {editions.map((edition) => (
          <option key={edition.number} value={edition.number}>
            {editionLabel(edition)}
          </option>
        ))}
      </SelectField>
      <Button tone="quiet">Show</Button>
    </Form>
  )
}

function Tools({ title, onFind }: { title: string; onFind: () => void }) {
  return (
    <>
      <Button type="button" tone="quiet" className="needs-script" onClick={onFind}>
        <Search aria-hidden="true" size={18} /> Find a team
      </Button>
      <ShareButton title={title} className="button button-quiet">
        Share
      </ShareButton>
    </>
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
  return { kind: 'past', draw, season: edition.season }
}

type CurrentDrawProps = Omit<PastDrawProps, 'draw' | 'settings' | 'plan'> & { slice: Slice }

function CurrentDraw({ slice: { draw: whole, settings }, ...rest }: CurrentDrawProps) {
  const { draw, lots } = useLots(whole)
  if (!draw) return <ErrorNote>{messages.pastCurrentMissing}</ErrorNote>
  return (
    <div data-lots={lotsState(lots)}>
      <PastDraw draw={draw} settings={settings} plan={championOf(draw) ? undefined : settings} {...rest} />
      <Announcer draw={whole} />
    </div>
  )
}
