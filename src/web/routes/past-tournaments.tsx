import { useEffect, useMemo, useState } from 'react'
import { data, Form, useRevalidator, useSearchParams } from 'react-router'
import type { CupView, Draw, MatchRef, Settings } from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { championOf, currentRound, roundProgress } from '../../domain/progress.ts'
import { type App, requestParts } from '../app-context.ts'
import { Announcer } from '../draw/announcer.tsx'
import { Bracket } from '../draw/bracket.tsx'
import { Champion } from '../draw/champion.tsx'
import { reachableLoader, useLoaded } from '../loaded.ts'
import '../draw/draw.css'
import { PrintHead } from '../draw/print-head.tsx'
import { PrintSheets } from '../draw/print-sheets.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { isTimeout, type LoadTrouble } from '../load-or-say.ts'
import { logFailure } from '../log-failure.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SelectField } from '../ui/field.tsx'
import { PageFrame } from '../ui/page.tsx'
import { useFollowed } from '../ui/use-followed.ts'
import type { Route } from './+types/past-tournaments'

type PastEdition = Awaited<ReturnType<App['pastEditions']>>[number]

/** What the page shows: nothing chosen yet, a draw of the past, the current one live, or why there is none. */
type Shown =
  | { readonly kind: 'choose' }
  | { readonly kind: 'past'; readonly draw: Draw; readonly title: string }
  | {
      readonly kind: 'current'
      readonly slice: Pick<CupView, 'revision' | 'settings' | 'draw' | 'drawStatus'>
    }
  | { readonly kind: 'trouble'; readonly error: string }

type Page = {
  readonly editions: readonly PastEdition[]
  readonly chosen: string
  readonly shown: Shown
  /** By what the list was made; undefined where it could not be. */
  readonly madeBy?: MadeBy
}

type MadeBy = Pick<CupView, 'revision' | 'editions'> & {
  readonly settings: Pick<Settings, 'editionNumber' | 'editionSeason'>
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { app } = context.get(requestParts)
  const chosen = new URL(request.url).searchParams.get('edition') ?? ''
  try {
    // Asked for first: what changes while the rest is read makes the page ask again, rather than never.
    const madeBy = await listMaker(app)
    const editions = await app.pastEditions()
    const shown = await showEdition(app, editions, chosen)
    return data<Page>({ editions, chosen, shown, madeBy }, statusOf(shown))
  } catch (error) {
    logFailure(error)
    const sentence = isTimeout(error) ? messages.loadTimeout : messages.pastAccessFailed
    return data<Page>({ editions: [], chosen, shown: { kind: 'trouble', error: sentence } }, 503)
  }
}

async function listMaker(app: App): Promise<MadeBy> {
  const { revision, editions, settings } = await app.publicView()
  const { editionNumber, editionSeason } = settings
  return { revision, editions, settings: { editionNumber, editionSeason } }
}

async function showEdition(app: App, editions: readonly PastEdition[], chosen: string): Promise<Shown> {
  if (chosen === '') return { kind: 'choose' }
  const edition = editions.find(({ number }) => String(number) === chosen)
  try {
    if (!edition) return await showMissing(app, chosen)
    return edition.current ? await showCurrent(app) : await showPast(app, edition)
  } catch (error) {
    logFailure(error)
    return { kind: 'trouble', error: isTimeout(error) ? messages.loadTimeout : messages.pastLoadFailed }
  }
}

/** An edition of the past whose draw nobody kept, or one that never was. */
async function showMissing(app: App, chosen: string): Promise<Shown> {
  const { editions } = await app.publicView()
  const wasPlayed = editions.some(({ number }) => String(number) === chosen)
  return { kind: 'trouble', error: wasPlayed ? messages.pastNoData : messages.pastNotFound }
}

async function showCurrent(app: App): Promise<Shown> {
  const { revision, settings, draw, drawStatus } = await app.publicView()
  return { kind: 'current', slice: { revision, settings, drawStatus, ...(draw && { draw }) } }
}

async function showPast(app: App, edition: PastEdition): Promise<Shown> {
  const draw = await app.pastDraw(edition.number)
  if (!draw || draw.rounds.length === 0) return { kind: 'trouble', error: messages.pastNoData }
  return { kind: 'past', draw, title: editionLabel(edition) }
}

function statusOf(shown: Shown): number {
  if (shown.kind === 'current' && !shown.slice.draw) return 404
  if (shown.kind !== 'trouble') return 200
  const isBroken = shown.error === messages.pastLoadFailed || shown.error === messages.loadTimeout
  return isBroken ? 503 : 404
}

function editionLabel({ number, season }: PastEdition): string {
  return `N${number}, ${season}`
}

export const clientLoader = reachableLoader

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Past Tournaments',
    description: 'The draws of earlier editions, match by match.',
  })
}

export default function PastTournaments({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  // Trouble with a list that is only asked for anew leaves the page standing.
  const loaded = useLoaded<Page | LoadTrouble>(loaderData, search.get('edition') ?? '')
  useNewList('error' in loaded ? undefined : loaded.madeBy, loaderData)
  if (!('error' in loaded)) return <Editions page={loaded} />
  return (
    <PageFrame title="Past Tournaments" width="full">
      <ErrorNote>{loaded.error}</ErrorNote>
    </PageFrame>
  )
}

/**
 * Of which editions a draw was kept is not on the stream. When the next one begins, or one is named anew, the page asks: not
 * every page of a bar in the same instant, and again a little later where that was in vain.
 */
function useNewList(madeBy: MadeBy | undefined, loaderData: unknown) {
  const live = useLiveView(madeBy as (MadeBy & CupView) | undefined)
  const { revalidate } = useRevalidator()
  const isOld = wordsOf(live) !== wordsOf(madeBy)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that leaves it old is a reason to ask again.
  useEffect(() => {
    if (!isOld) return
    const timer = setTimeout(revalidate, 500 + Math.random() * 2_000)
    return () => clearTimeout(timer)
  }, [isOld, loaderData, revalidate])
}

function wordsOf(madeBy: MadeBy | undefined): string {
  return JSON.stringify([
    madeBy?.settings.editionNumber,
    madeBy?.settings.editionSeason,
    madeBy?.editions.map(({ number, season }) => [number, season]),
  ])
}

function Editions({ page: { editions, chosen, shown } }: { page: Page }) {
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
      {shown.kind === 'current' && <CurrentDraw slice={shown.slice} edition={chosen} />}
    </PageFrame>
  )
}

type Current = Extract<Shown, { kind: 'current' }>['slice']

function CurrentDraw({ slice, edition }: { slice: Current; edition: string }) {
  const { draw, settings } = useOpened(useLiveView(slice), edition)
  if (!draw) return <ErrorNote>{messages.pastCurrentMissing}</ErrorNote>
  return (
    <>
      <ReadOnlyDraw draw={draw} edition={edition} settings={settings} />
      <Announcer draw={draw} />
    </>
  )
}

/** The edition that was opened, live; when the next one begins it stays, as it was at its end. */
function useOpened<Opened extends Pick<Current, 'draw' | 'settings'>>(now: Opened, edition: string): Opened {
  const [opened, setOpened] = useState(now)
  // An edition that was only given another number is still the same.
  const isStill = String(now.settings.editionNumber) === edition || now.draw?.id === opened.draw?.id
  if (isStill && opened !== now) setOpened(now)
  return isStill ? now : opened
}

type ReadOnlyDrawProps = {
  draw: Draw
  edition: string
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
}

function ReadOnlyDraw({ draw, edition, settings }: ReadOnlyDrawProps) {
  const [search] = useSearchParams()
  const champion = championOf(draw)
  const played = useMemo(
    () => roundProgress(draw).map(({ played, total }) => ({ played, of: total })),
    [draw],
  )
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
