import { Search } from 'lucide-react'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Form, redirect, useNavigate, useParams } from 'react-router'
import type { CupView, Draw, Settings } from '../../../domain/cup.ts'
import { type PastEdition, pastEditions } from '../../../domain/editions/past-editions.ts'
import { messages } from '../../../domain/messages.ts'
import type { Calls } from '../../../domain/night/as-it-went.ts'
import { championOf, isBeingPlayed } from '../../../domain/night/progress.ts'
import type { App } from '../../app-context.ts'
import { Announcer } from '../../bracket/announcer.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import { lotsState, useLots } from '../../lots/use-lots.ts'
import { loadOr, meta, type PageProps, page, shouldRevalidate, useReload } from '../../page.tsx'
import { isTimeout, logFailure, pageLoader } from '../../page-loader.ts'
import { pages } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { SelectField, useAddressField } from '../../ui/field.tsx'
import { PageFrame, splitBrand, useBrand } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { PastDraw, type PastDrawProps } from './past-draw.tsx'

/** State of the page: nothing chosen yet, a past draw, the current one live, or an error. */
type Shown =
  | { readonly kind: 'choose' }
  | { readonly kind: 'past'; readonly draw: Draw; readonly season: string }
  | { readonly kind: 'current' }
  | { readonly kind: 'trouble'; readonly error: string }

export { meta, shouldRevalidate }

export const loader = pageLoader(
  'pastTournaments',
  async ({ parts: { app }, view, params, url: { searchParams } }) => {
    const old = searchParams.get('edition')
    if (old && params.edition === undefined) throw redirect(addressOf(old, searchParams.get('match')), 308)
    const chosen = params.edition ?? ''
    // The current edition's draw is sent only if it was chosen.
    const draw = isCurrent(view.settings, chosen) ? view.draw : undefined
    const { shown, calls = {} } = await showEdition(app, { ...view, draw }, chosen)
    return { chosen, shown, calls, draw }
  },
  ({ shown }) => ({ status: isBroken(shown) ? 503 : shown.kind === 'trouble' ? 404 : 200 }),
)

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadOr(args.params.edition ? messages.pastLoadFailed : pages.pastTournaments.failed, args)
}

export default page('pastTournaments', PastTournaments, Unread)

type Loaded = PageProps<typeof loader>['loaded']
type Cup = Pick<CupView, 'settings' | 'editions' | 'pastDraws' | 'drawStatus'> & {
  readonly draw?: Draw | undefined
}

/** `match` as 'round.index'. */
function addressOf(edition: string, match: string | null): string {
  return paths.pastTournament(edition) + (match ? `?match=${encodeURIComponent(match)}` : '')
}

function isCurrent({ editionNumber }: Settings, chosen: string): boolean {
  return String(editionNumber) === chosen
}

async function showEdition(
  app: App,
  cup: Cup,
  chosen: string,
): Promise<{ readonly shown: Shown; readonly calls?: Calls }> {
  if (chosen === '') return { shown: { kind: 'choose' } }
  try {
    if (isCurrent(cup.settings, chosen)) {
      if (!cup.draw && (await app.pointsNowhere())) return { shown: trouble(messages.pastNotFound) }
      const isOver = cup.draw && championOf(cup.draw)
      return { shown: currentOf(cup), ...(isOver && { calls: await app.callsOf(cup.draw) }) }
    }
    const edition = pastEditions(cup).find(({ number }) => String(number) === chosen)
    if (!edition) return { shown: missing(cup, chosen) }
    const draw = await app.pastDraw(edition.number)
    if (!draw || draw.rounds.length === 0) return { shown: trouble(messages.pastNoData) }
    return { shown: { kind: 'past', draw, season: edition.season }, calls: await app.callsOf(draw) }
  } catch (error) {
    logFailure(error)
    return { shown: trouble(isTimeout(error) ? messages.loadTimeout : messages.pastLoadFailed) }
  }
}

function trouble(error: string): Shown {
  return { kind: 'trouble', error }
}

function currentOf({ draw, drawStatus }: Pick<Cup, 'draw' | 'drawStatus'>): Shown {
  if (draw) return { kind: 'current' }
  return trouble(drawStatus === 'active' ? messages.pastNoData : messages.pastCurrentMissing)
}

/** A past edition without a stored draw, or a number that is no edition. */
function missing({ editions }: Cup, chosen: string): Shown {
  const wasPlayed = editions.some(({ number }) => String(number) === chosen)
  return trouble(wasPlayed ? messages.pastNoData : messages.pastNotFound)
}

/** The storage failed, which live data cannot mend. */
function isBroken(shown: Shown): boolean {
  return (
    shown.kind === 'trouble' &&
    (shown.error === messages.pastLoadFailed || shown.error === messages.loadTimeout)
  )
}

function editionLabel({ number, season }: PastEdition): string {
  return [`N${number}`, season].filter(Boolean).join(', ')
}

/** The error state, with the editions of the last good data. */
function Unread({ error, before }: { error: string; before?: Loaded | undefined }) {
  const { edition = '' } = useParams()
  return (
    <PageFrame>
      <Choice
        chosen={edition}
        editions={before ? pastEditions(before) : []}
        hasDraw={before?.drawStatus === 'active'}
      />
      <ErrorNote>{error}</ErrorNote>
    </PageFrame>
  )
}

function PastTournaments({ view, loaded }: PageProps<typeof loader>) {
  const { chosen, calls } = loaded
  const editions = pastEditions(view)
  const shown = useShown(loaded, view, editions)
  const draw = shown.kind === 'past' ? shown.draw : shown.kind === 'current' ? view.draw : undefined
  // A new epoch: a name was removed, or a backup restored.
  useReload(isBehind(loaded, shown, draw) || view.epoch !== loaded.epoch)
  const [isFinding, setIsFinding] = useState(false)
  const title = `${splitBrand(useBrand()).name} N${chosen}`
  const finding = { isFinding, onFound: () => setIsFinding(false) }
  return (
    <PageFrame
      live={shown.kind === 'current' ? <LiveDot isNight={isBeingPlayed(draw)} /> : undefined}
      tools={draw && <Tools title={title} onFind={() => setIsFinding(true)} />}
    >
      <Choice chosen={chosen} editions={editions} hasDraw={view.drawStatus === 'active'} />
      {shown.kind === 'choose' && <Empty>{messages.pastSelect}</Empty>}
      {shown.kind === 'trouble' && <ErrorNote>{shown.error}</ErrorNote>}
      {shown.kind === 'past' && (
        <PastDraw
          key={shown.draw.id}
          draw={shown.draw}
          calls={calls}
          edition={chosen}
          settings={{ editionTitle: title, editionSeason: shown.season }}
          {...finding}
        />
      )}
      {shown.kind === 'current' && draw && (
        <CurrentDraw draw={draw} settings={view.settings} calls={calls} edition={chosen} {...finding} />
      )}
    </PageFrame>
  )
}

/** The calls of decided matches are in the journal, which is not on the stream. */
function isBehind({ shown: loaded, ...since }: Loaded, shown: Shown, draw: Draw | undefined): boolean {
  if (!draw) return false
  if (shown.kind === 'past') return loaded.kind !== 'past' || loaded.draw !== shown.draw
  const isNewer = draw.rounds.some(({ matches }) => matches.some(({ revision }) => revision > since.revision))
  return isNewer && championOf(draw) !== undefined
}

type ChoiceProps = {
  chosen: string
  editions: readonly PastEdition[]
  /** Whether the current edition is drawn; the others are. */
  hasDraw: boolean
}

/** Without scripts the form submits to the old address, which redirects. */
function Choice({ chosen, editions, hasDraw }: ChoiceProps) {
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
            {edition.current && !hasDraw && ' (no draw yet)'}
          </option>
        ))}
      </SelectField>
      <Button tone="quiet" className="min-h-12">
        Show
      </Button>
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

/** What a reload would show, derived from live data: editions begin, end, and may be returned to. */
function useShown(loaded: Loaded, live: Loaded, editions: readonly PastEdition[]): Shown {
  const { chosen, shown } = loaded
  const [lastSeen, setLastSeen] = useState<{ readonly of: Loaded; readonly draw: Draw | undefined }>()
  if (chosen === '' || isBroken(shown)) return shown
  if (isCurrent(live.settings, chosen)) {
    if (lastSeen?.of !== loaded || lastSeen.draw !== live.draw) setLastSeen({ of: loaded, draw: live.draw })
    const isGone = shown.kind === 'trouble' && shown.error === messages.pastNotFound
    return isGone && !live.draw ? shown : currentOf(live)
  }
  const edition = editions.find(({ number }) => String(number) === chosen)
  if (!edition) return missing(live, chosen)
  const draw = lastSeen?.of === loaded ? lastSeen.draw : shown.kind === 'past' ? shown.draw : undefined
  return draw ? { kind: 'past', draw, season: edition.season } : trouble(messages.pastNoData)
}

type CurrentDrawProps = Omit<PastDrawProps, 'settings' | 'plan'> & { settings: Settings }

function CurrentDraw({ draw: whole, settings, ...rest }: CurrentDrawProps) {
  const { draw, lots } = useLots(whole)
  return (
    <div data-lots={lotsState(lots)}>
      <PastDraw draw={draw} settings={settings} plan={championOf(draw) ? undefined : settings} {...rest} />
      <Announcer draw={whole} />
    </div>
  )
}
