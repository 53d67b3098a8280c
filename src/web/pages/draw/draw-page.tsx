import { Search, X } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Draw, placeOf, type Settings, type TeamId } from '../../../domain/cup.ts'
import { upNext } from '../../../domain/draw/tables.ts'
import { messages } from '../../../domain/messages.ts'
import { isBeingPlayed } from '../../../domain/night/progress.ts'
import { pageAction } from '../../actions/page-action.ts'
import { Announcer } from '../../bracket/announcer.tsx'
import { Bracket, useTournamentId } from '../../bracket/bracket-view.tsx'
import { PrintHead, PrintSheets } from '../../bracket/print-sheets.tsx'
import { ProgressPanel } from '../../bracket/progress-panel.tsx'
import type { Reveal } from '../../bracket/scroll.ts'
import { useFollowedTeam } from '../../follow/follow.tsx'
import { LazyFollowCard } from '../../follow/lazy-follow.tsx'
import { lazily } from '../../lazily.ts'
import { LiveDot } from '../../live/live-dot.tsx'
import { type Lots, lotsState, useLots } from '../../lots/use-lots.ts'
import {
  clientLoader,
  ErrorPage,
  meta,
  type PageProps,
  page,
  shouldRevalidate,
  useReload,
} from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { useHydrated } from '../../ui/time.tsx'
import { AppModal } from './app-modal.tsx'
import { FindDialog } from './find-dialog.tsx'
import { linkedIn, matchNamed, whereIs } from './find-in-draw.ts'
import { MatchDialog } from './match-dialog.tsx'

// Lazy: most visits find a draw, and no show.
const LotsBanner = lazily(() => import('../../lots/lots-banner.tsx').then((file) => file.LotsBanner))
const NoDraw = lazily(
  () => import('./no-draw.tsx').then((file) => file.NoDraw),
  () => <p>{messages.noTournamentData}</p>,
)

export { clientLoader, meta, shouldRevalidate }
// With a draw, the entries would double the size of the page.
export const loader = pageLoader('draw', ({ view }) => (view.draw ? {} : { entries: view.entries }))

export const action = pageAction({ back: () => paths.draw })

export default page('draw', DrawPage, DrawFailed)

function DrawPage({ view }: PageProps<typeof loader>) {
  const { settings, draw: whole, drawStatus } = view
  const { draw, lots } = useLots(whole)
  const [isFinding, setIsFinding] = useState(false)
  const hadDraw = useRef(false)
  useEffect(() => {
    if (draw) hadDraw.current = true
  }, [draw])
  useReload(!draw && !view.entries)
  return (
    <PageFrame
      hideTitle={draw !== undefined}
      width={draw ? 'full' : 'text'}
      live={<LiveDot isNight={isBeingPlayed(whole)} />}
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
        <Suspense>
          <NoDraw
            status={drawStatus}
            settings={settings}
            entries={view.entries ?? []}
            isOpening={!hadDraw.current}
          />
        </Suspense>
      )}
      <Announcer draw={whole} />
      <AppModal />
    </PageFrame>
  )
}

function DrawFailed({ error }: { error: string }) {
  return (
    <>
      <ErrorPage error={error} />
      <AppModal />
    </>
  )
}

type DrawPageProps = { draw: Draw; settings: Settings }

/** Progress and tools; Bracket portals its zoom buttons into #zoom-tools. */
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
        isBeingDrawn={lots !== undefined}
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
      <GoneNote what={lots ? undefined : linked.gone} onClose={() => point({})} />
      {followed && !lots && draw.teams[followed] && (
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

/** Client-only: the server sends the same cached page for every unknown match or team. */
function GoneNote({ what, onClose }: { what: 'match' | 'team' | undefined; onClose: () => void }) {
  const isHydrated = useHydrated()
  return (
    <div role="status">
      {isHydrated && what && (
        <p className="draw-note">
          This {what} is no longer in the draw.
          <button type="button" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" size={20} />
          </button>
        </p>
      )}
    </div>
  )
}
