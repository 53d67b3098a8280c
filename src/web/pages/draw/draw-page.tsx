import { Search, X } from 'lucide-react'
import {
  type ComponentProps,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Draw, type DrawStatus, placeOf, type Settings, type TeamId } from '../../../domain/cup.ts'
import { isMadeByOpening } from '../../../domain/draw/draw-plan.ts'
import { firstMatchOf } from '../../../domain/draw/draw-reader.ts'
import { upNext } from '../../../domain/draw/tables.ts'
import { creating, messages } from '../../../domain/messages.ts'
import { creatingWaitMs } from '../../../domain/settings/limits.ts'
import { pageAction } from '../../actions/page-action.ts'
import { formOf } from '../../actions/post-action.ts'
import { useAction } from '../../actions/use-action.ts'
import { Announcer } from '../../bracket/announcer.tsx'
import { Bracket, useTournamentId } from '../../bracket/bracket-view.tsx'
import { PrintHead, PrintSheets } from '../../bracket/print-sheets.tsx'
import { ProgressPanel } from '../../bracket/progress-panel.tsx'
import type { Reveal } from '../../bracket/scroll.ts'
import { useFollowedTeam } from '../../follow/follow.tsx'
import { LazyFollowCard } from '../../follow/lazy-follow.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import type { LotsBanner as Banner } from '../../lots/lots-banner.tsx'
import { type Lots, lotsState, useLots } from '../../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { useHydrated } from '../../ui/time.tsx'
import { AppModal } from './app-modal.tsx'
import { FindDialog } from './find-dialog.tsx'
import { linkedIn, matchNamed, whereIs } from './find-in-draw.ts'
import { MatchDialog } from './match-dialog.tsx'

const LotsBanner = lazy(async () => ({ default: await loadBanner() }))

/** If the banner's script cannot be loaded, the show goes on without it. */
function loadBanner() {
  return import('../../lots/lots-banner.tsx').then(
    (file) => file.LotsBanner,
    () => (_: ComponentProps<typeof Banner>) => null,
  )
}

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('draw')

export const action = pageAction({ back: () => paths.draw })

export default page('draw', DrawPage)

function DrawPage({ view }: PageProps<typeof loader>) {
  const { settings, draw: whole, drawStatus } = view
  const { draw, lots } = useLots(whole)
  const [isFinding, setIsFinding] = useState(false)
  const making = useMaking(drawStatus, settings)
  return (
    <PageFrame
      hideTitle={draw !== undefined}
      width="full"
      live={<LiveDot />}
      bar={draw && <DrawBar draw={draw} settings={settings} onFind={() => setIsFinding(true)} />}
    >
      {draw ? (
        <DrawTonight
          draw={draw}
          lots={lots}
          settings={settings}
          isFinding={isFinding}
          onFound={() => setIsFinding(false)}
        />
      ) : (
        <NoDraw isCreating={making.isBusy || drawStatus === 'creating'} making={making} />
      )}
      <Announcer draw={whole} />
      <AppModal link={settings.appLink} />
    </PageFrame>
  )
}

type DrawPageProps = { draw: Draw; settings: Settings }

/** How far the night is, and the tools of the page; Bracket puts its zoom among them. */
function DrawBar({ draw, settings, onFind }: DrawPageProps & { onFind: () => void }) {
  return (
    <div className="draw-bar">
      <ProgressPanel draw={draw} settings={settings} />
      <div className="draw-tools needs-script">
        <div id="zoom-tools" />
        <button type="button" className="draw-tool" onClick={onFind}>
          <Search aria-hidden="true" size={20} />
          <span>Find a team</span>
        </button>
        <ShareButton title={settings.editionTitle} className="draw-tool" size={20}>
          Share
        </ShareButton>
      </div>
    </div>
  )
}

type DrawTonightProps = DrawPageProps & { lots: Lots | undefined; isFinding: boolean; onFound: () => void }

function DrawTonight({ draw, lots, settings, isFinding, onFound }: DrawTonightProps) {
  const [search, setSearch] = useSearchParams()
  const followed = useFollowedTeam()
  const [openMatch, setOpenMatch] = useState<string>()
  const [found, setFound] = useState<Reveal & { readonly drawId: string }>()
  const tables = settings.scheduleGroupSize
  const next = useMemo(() => new Set(upNext(draw, tables).map(placeOf)), [draw, tables])
  const linked = linkedIn(draw, { match: search.get('match'), team: search.get('team') })

  useTournamentId(draw.id)

  function point(to: { match?: string; team?: TeamId }) {
    const team = linked.team
    setSearch({ ...(team && { team }), ...to }, { replace: true, preventScrollReset: true })
  }

  function show(team: TeamId) {
    point({ team })
    const match = whereIs(draw, team)
    if (match) setFound({ place: placeOf(match), drawId: draw.id })
  }

  return (
    <div className="draw-page" data-following={followed ? '' : undefined} data-lots={lotsState(lots)}>
      <PrintHead settings={settings} />
      {lots && (
        <Suspense>
          <LotsBanner draw={draw} lots={lots} />
        </Suspense>
      )}
      <Bracket
        key={draw.id}
        draw={draw}
        next={next}
        lit={linked.team ?? followed}
        marked={linked.match && placeOf(linked.match)}
        reveal={found?.drawId === draw.id ? found : undefined}
        onOpen={(match) => {
          point({ match })
          setOpenMatch(match)
        }}
      />
      <PrintSheets draw={draw} settings={settings} />
      <FindDialog
        draw={draw}
        open={isFinding}
        onClose={onFound}
        onPick={(team) => {
          onFound()
          show(team)
        }}
      />
      <MatchDialog
        draw={draw}
        settings={settings}
        plan={settings}
        match={openMatch ? matchNamed(draw, openMatch) : undefined}
        matchHref={paths.match}
        onClose={() => {
          setOpenMatch(undefined)
          point({})
        }}
      />
      <GoneNote what={linked.gone} onClose={() => point({})} />
      {followed && draw.teams[followed] && (!lots || firstMatchOf(draw, followed)) && (
        <LazyFollowCard draw={draw} settings={settings} team={followed} onShow={show} />
      )}
      <p className="draw-foot">
        <Link to={paths.howDrawn}>How this draw was made</Link>
        {settings.appLink && (
          <a href={settings.appLink} target="_blank" rel="noopener noreferrer">
            Get the app
          </a>
        )}
      </p>
    </div>
  )
}

/** The server does not know of addresses that point nowhere (they all get the same page), so this comes with the scripts. */
function GoneNote({ what, onClose }: { what: 'match' | 'team' | undefined; onClose: () => void }) {
  const isHydrated = useHydrated()
  return (
    <div role="status">
      {isHydrated && what && (
        <p className="draw-note">
          This {what} is not in the draw any more.
          <button type="button" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" size={20} />
          </button>
        </p>
      )}
    </div>
  )
}

/**
 * Gets or makes the draw: a page opened to make it posts for it once, and once more where another client's marker 'creating' has been
 * there for 2 s, because the server replaces a client that died.
 */
function useMaking(status: DrawStatus, settings: Settings) {
  const making = useAction({ failed: messages.createFailed, late: messages.loadTimeout })
  const { answer, isBusy, send } = making
  // Decided once: a draw that is taken back, or a setting that changes, is no new opening of the page.
  const [isOpenedToMake] = useState(status !== 'active' && isMadeByOpening(settings))
  const tried = useRef({ none: answer !== undefined || !isOpenedToMake, creating: false, active: true })
  const make = async () => void (await send(formOf({ intent: 'generate', auto: '1' })))
  const makeOnce = useEffectEvent(make)

  useEffect(() => {
    if (isBusy || tried.current[status]) return
    const timer = setTimeout(
      () => {
        tried.current = { ...tried.current, none: true, creating: status === 'creating' }
        void makeOnce()
      },
      status === 'creating' ? creatingWaitMs : 0,
    )
    return () => clearTimeout(timer)
  }, [status, isBusy])

  return { ...making, make }
}

type NoDrawProps = { isCreating: boolean; making: ReturnType<typeof useMaking> }

function NoDraw({ isCreating, making: { answer, isBusy, make, formProps } }: NoDrawProps) {
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      {answer?.ok === false && <ErrorNote onRetry={make}>{answer.error}</ErrorNote>}
      <Empty
        hint={
          isCreating
            ? undefined
            : 'The draw is made from the approved teams. Generate it now, or come back when the organiser has.'
        }
        actions={
          <form {...formProps} action={paths.draw}>
            <Button name="intent" value="generate" disabled={isBusy}>
              Generate Tournament
            </Button>
          </form>
        }
      >
        {isCreating ? creating : messages.noTournamentData}
      </Empty>
    </div>
  )
}
