import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { TeamId } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { currentRound, roundProgress } from '../../../../domain/night/progress.ts'
import { Bracket, useTournamentId } from '../../../bracket/bracket-view.tsx'
import { PrintSheets } from '../../../bracket/print-sheets.tsx'
import { CommandsProvider } from '../../../forms/commands.tsx'
import { NoticeBar } from '../../../forms/notice-bar.tsx'
import { reachableAction } from '../../../forms/post.ts'
import { doneLine, type SignedIn, signedIn } from '../../../forms/signed-in.ts'
import { useLiveView } from '../../../live/use-live-view.ts'
import { useReloadWhen } from '../../../live/use-reload-when.ts'
import { loadOrError } from '../../../load-or-error.ts'
import { loadedOr, useLoaded } from '../../../loaded.ts'
import { logFailure } from '../../../log-failure.ts'
import { skipRevalidation } from '../../../skip-revalidation.ts'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { AdminFrame, adminMeta } from '../admin-frame.tsx'
import { DrawAgain } from '../admin-notes.tsx'
import type { Route } from './+types/admin-draw-page'
import { LateTeams, LeavingTeams, NoShows } from './attendance-lists.tsx'
import { Decide } from './decide.tsx'
import { confirmedLine, drawCommand } from './draw-command.ts'
import { drawIntents } from './draw-intents.ts'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { NowList } from './now-list.tsx'
import { ScrollAnchor } from './scroll-anchor.tsx'
import { ShowBar } from './show-bar.tsx'
import { Tools } from './tools.tsx'
import { useTaps } from './use-taps.ts'
import { TapContext, WinnerFoot, WinnerSide } from './winner-bracket.tsx'

export const meta = adminMeta('Draw Management')

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  return loadOrError(messages.loadFailed, async () => {
    const [view, line, phones] = await Promise.all([
      parts.app.publicView(),
      doneLine(parts, url),
      phonesFor(parts),
    ])
    const { epoch, revision, settings, entries, draw, drawStatus } = view
    const confirmed = confirmedLine(draw, url.searchParams.get('confirmed'))
    return { epoch, revision, settings, entries, draw, drawStatus, phones, done: line ?? confirmed }
  })
}

/** The night goes on without them. */
async function phonesFor({ app, organiser }: SignedIn): Promise<Record<TeamId, string>> {
  try {
    const teams = await app.teamsForOrganiser(organiser)
    return Object.fromEntries(teams.map(({ id, teamPhoneNumber }) => [id, teamPhoneNumber]))
  } catch (error) {
    logFailure(error)
    return {}
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return drawCommand(signedIn(context), await request.formData())
}

export const clientAction = reachableAction(messages.winnerFailed, drawIntents)
export const clientLoader = loadedOr(messages.loadFailed)

/** The stream keeps the draw current, and an open dialog needs nothing new from the server. */
export const shouldRevalidate = skipRevalidation

export default function AdminDraw({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  if ('error' in loaded) {
    return (
      <Frame>
        <ErrorNote>{loaded.error}</ErrorNote>
      </Frame>
    )
  }
  return <DrawManagement loaded={loaded} />
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <AdminFrame title="Draw Management" width="full">
      {children}
    </AdminFrame>
  )
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { revision: number }>

// The router renders the route again for every post it follows; what is loaded has not changed by that.
const DrawManagement = memo(function DrawManagement({ loaded }: { loaded: Loaded }) {
  const view = useLiveView(loaded)
  // The stream has no phone numbers.
  useReloadWhen(view.entries !== loaded.entries)
  return (
    <CommandsProvider revision={view.revision} done={loaded.done}>
      <Frame>{view.draw ? <Draw view={view} /> : <Decide view={view} />}</Frame>
    </CommandsProvider>
  )
})

function Draw({ view }: { view: Loaded }) {
  const { shown, held, tapWinner, letGo } = useTaps(view)
  const [params, setParams] = useSearchParams()
  const areToolsOn = view.settings.organiserTools === 'on'
  const taps = useMemo(() => ({ tapWinner, letGo, areToolsOn }), [tapWinner, letGo, areToolsOn])
  // The tapped match and the bracket answer within a frame; what stands below may follow.
  const later = useDeferredValue(shown)
  useTournamentId(shown?.id ?? '')
  if (!shown || !later) return null
  const exchanged = params.get('exchange')
  const isExchanging = areToolsOn && exchanged !== null
  return (
    <TapContext value={taps}>
      {!isExchanging && <NoticeBar />}
      {isExchanging && (
        <ExchangeDialog
          key={exchanged}
          draw={shown}
          round={Number(exchanged) || 0}
          onClose={() => setParams({}, { preventScrollReset: true, replace: true })}
        />
      )}
      <ShowBar draw={later} />
      <ScrollAnchor>
        <LeavingTeams draw={later} entries={view.entries} />
        <NowList draw={shown} settings={view.settings} phones={view.phones} held={held} />
        <LateTeams draw={later} entries={view.entries}>
          <DrawAgain draw={later} entries={view.entries} className="mb-4" />
        </LateTeams>
      </ScrollAnchor>
      <p className="mb-4 max-w-prose text-muted">{messages.drawInstruction}</p>
      <div id="draw" className="managed scroll-mt-4">
        <Bracket
          draw={shown}
          Side={WinnerSide}
          Foot={WinnerFoot}
          density="roomy"
          openAt={currentRound(shown)?.round ?? 0}
          played={roundProgress(shown)}
        />
        <PrintSheets draw={later} settings={view.settings} />
      </div>
      <div className="mt-10 grid gap-x-10 lg:grid-cols-2">
        <NoShows draw={later} entries={view.entries} />
        <Tools areOn={areToolsOn} />
      </div>
    </TapContext>
  )
}
