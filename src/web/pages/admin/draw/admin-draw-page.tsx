import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { TeamId } from '../../../../domain/cup.ts'
import { messages } from '../../../../domain/messages.ts'
import { currentRound, roundProgress } from '../../../../domain/night/progress.ts'
import { textOf } from '../../../../domain/text.ts'
import { Bracket, useTournamentId } from '../../../bracket/bracket-view.tsx'
import { PrintSheets } from '../../../bracket/print-sheets.tsx'
import { CommandsProvider } from '../../../forms/commands.tsx'
import { NoticeBar } from '../../../forms/notice-bar.tsx'
import { doneAt, pageAction } from '../../../forms/page-action.ts'
import { reachableAction } from '../../../forms/post.ts'
import { doneLine, type SignedIn } from '../../../forms/signed-in.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { orNothing, pageLoader } from '../../../page-loader.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { DrawAgain } from '../admin-notes.tsx'
import { LateTeams, LeavingTeams, NoShows } from './attendance-lists.tsx'
import { confirmedLine } from './confirmed-line.ts'
import { Decide } from './decide.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { NowList } from './now-list.tsx'
import { ScrollAnchor } from './scroll-anchor.tsx'
import { ShowBar } from './show-bar.tsx'
import { Tools } from './tools.tsx'
import { useTaps } from './use-taps.ts'
import { TapContext, WinnerFoot, WinnerSide } from './winner-bracket.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminDraw', async ({ parts, view, url }) => {
  const [line, phones] = await Promise.all([doneLine(parts, url), orNothing(phonesFor(parts))])
  const confirmed = confirmedLine(view.draw, url.searchParams.get('confirmed'))
  return { phones: phones ?? {}, done: line ?? confirmed }
})

async function phonesFor({ app, organiser }: SignedIn): Promise<Record<TeamId, string>> {
  const teams = await app.teamsForOrganiser(organiser)
  return Object.fromEntries(teams.map(({ id, teamPhoneNumber }) => [id, teamPhoneNumber]))
}

export const action = pageAction({
  back: (done) => {
    const isSame = done.name === 'set-winner' && done.answer.revision === 0
    return isSame
      ? `${done.page}?confirmed=${encodeURIComponent(textOf(done.form, 'matchId'))}`
      : doneAt(done.page, done)
  },
})

export const clientAction = reachableAction()
export default page('adminDraw', AdminDraw)

function AdminDraw({ view, loaded }: PageProps<typeof loader>) {
  // The stream has no phone numbers.
  useReload(view.entries !== loaded.entries)
  return (
    <CommandsProvider revision={view.revision} done={loaded.done}>
      <AdminFrame width="full">{view.draw ? <Draw view={view} /> : <Decide view={view} />}</AdminFrame>
    </CommandsProvider>
  )
}

function Draw({ view }: Pick<PageProps<typeof loader>, 'view'>) {
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
