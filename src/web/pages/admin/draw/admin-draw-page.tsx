import { useDeferredValue, useMemo } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { type Draw, matchWithId, winnerOf } from '../../../../domain/cup.ts'
import { winnerMessage } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { championOf, isBeingPlayed } from '../../../../domain/night/progress.ts'
import { showWords } from '../../../../domain/organiser-messages.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { textOf } from '../../../../domain/text.ts'
import { ActionButton, ActionForm, Actions } from '../../../actions/action-form.tsx'
import { NoticeBar } from '../../../actions/notice-bar.tsx'
import { doneAt, doneLine, pageAction } from '../../../actions/page-action.ts'
import { Bracket, useTournamentId } from '../../../bracket/bracket-view.tsx'
import { PrintHead, PrintSheets } from '../../../bracket/print-sheets.tsx'
import { lotsWords } from '../../../lots/lots-banner.tsx'
import { useLots } from '../../../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { orNothing, pageLoader } from '../../../page-loader.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { DrawAgain } from '../admin-notes.tsx'
import { areReportsBehind, reportsFor } from '../waiting-reports.ts'
import { LateTeams, LeavingTeams, NoShows } from './attendance-lists.tsx'
import { Decide } from './decide.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { NowList } from './now-list.tsx'
import type { Phones } from './now-match.tsx'
import { TableSwitches } from './report-list.tsx'
import { ReportsProvider } from './reports-context.tsx'
import { ScrollAnchor } from './scroll-anchor.tsx'
import { useTaps } from './use-taps.ts'
import { TapContext, WinnerFoot, WinnerSide } from './winner-bracket.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminDraw', async ({ parts, view, url }) => {
  const [line, teams = [], reports = {}] = await Promise.all([
    doneLine(parts, url),
    orNothing(parts.app.teamsForOrganiser(parts.organiser)),
    orNothing(reportsFor(parts, view.settings)),
  ])
  const confirmed = confirmedLine(view.draw, url.searchParams.get('confirmed'))
  const phones: Phones = Object.fromEntries(teams.map(({ id, teamPhoneNumber }) => [id, teamPhoneNumber]))
  const corrected = teams.filter(({ correction, removed }) => correction && !removed)
  return { phones, corrected, reports, done: line ?? confirmed }
})

/** The notice, without scripts, that a winner was reconfirmed: nothing changed, so the journal has no line. */
function confirmedLine(draw: Draw | undefined, matchId: string | null) {
  const match = draw && matchWithId(draw, matchId ?? '')
  const winner = match && winnerOf(match)
  if (!draw || !match || !winner) return undefined
  const team = sideName(draw.teams, winner)
  return { words: winnerMessage(team, match, draw.rounds.length), revision: 0, canTakeBack: false }
}

export const action = pageAction({
  back: (done) => {
    const isSame = done.name === 'set-winner' && done.answer.revision === 0
    return isSame
      ? `${done.page}?confirmed=${encodeURIComponent(textOf(done.form, 'matchId'))}`
      : doneAt(done.page, done)
  },
})

export default page('adminDraw', AdminDraw)

function AdminDraw({ view, loaded }: PageProps<typeof loader>) {
  // The stream has no phone numbers, corrections or reports.
  useReload(view.entries !== loaded.entries || areReportsBehind(view, loaded))
  return (
    <Actions revision={view.revision} done={loaded.done}>
      <AdminFrame
        isNight={isBeingPlayed(view.draw)}
        width="full"
        tools={<Tools areOn={view.draw !== undefined && view.settings.organiserTools === 'on'} />}
      >
        {view.draw ? <DrawTonight view={view} /> : <Decide view={view} />}
      </AdminFrame>
    </Actions>
  )
}

const toolLook = 'px-3 text-[0.9375rem] font-semibold [font-size-adjust:ch-width_0.531] [font-stretch:90%]'

/** Beside the title; on a phone in a row below it. */
function Tools({ areOn }: { areOn: boolean }) {
  const disabledReason = areOn ? undefined : messages.featureUnavailable
  return (
    <div className="tool-row flex gap-2">
      <ActionForm>
        <ActionButton
          tone="danger"
          name="intent"
          value="reset"
          disabledReason={disabledReason}
          className={toolLook}
        >
          Reset Tournament
        </ActionButton>
      </ActionForm>
      <Form method="get" preventScrollReset>
        <Button tone="quiet" name="exchange" value="0" disabledReason={disabledReason} className={toolLook}>
          Exchange Team Positions
        </Button>
      </Form>
    </div>
  )
}

function DrawTonight({ view }: Pick<PageProps<typeof loader>, 'view'>) {
  const { shown, held, tapWinner, letGo } = useTaps(view)
  const [params, setParams] = useSearchParams()
  const areToolsOn = view.settings.organiserTools === 'on'
  const taps = useMemo(() => ({ tapWinner, areToolsOn }), [tapWinner, areToolsOn])
  // What can render later: the tapped match and the bracket must appear within a frame.
  const deferred = useDeferredValue(shown)
  useTournamentId(shown?.id ?? '')
  if (!shown || !deferred) return null
  const exchanged = params.get('exchange')
  const isWon = championOf(deferred) !== undefined
  const isExchanging = areToolsOn && exchanged !== null
  return (
    <TapContext value={taps}>
      <ReportsProvider draw={shown} settings={view.settings} waiting={view.reports}>
        {!isExchanging && <NoticeBar />}
        {isExchanging && (
          <ExchangeDialog
            draw={shown}
            round={Number(exchanged) || 0}
            onClose={() => setParams({}, { preventScrollReset: true, replace: true })}
          />
        )}
        <ShowBar draw={deferred} />
        <ScrollAnchor>
          <LeavingTeams draw={deferred} entries={view.entries} />
          <NowList
            draw={shown}
            settings={view.settings}
            corrected={view.corrected}
            phones={view.phones}
            held={held}
            letGo={letGo}
          />
          {!isWon && (
            <LateTeams draw={deferred} entries={view.entries}>
              <DrawAgain draw={deferred} entries={view.entries} className="mb-4" />
            </LateTeams>
          )}
        </ScrollAnchor>
        <p className="mb-4 max-w-prose text-muted">{messages.drawInstruction}</p>
        <div id="draw" className="managed scroll-mt-4">
          <PrintHead settings={view.settings} />
          <Bracket draw={shown} Side={WinnerSide} Foot={WinnerFoot} density="roomy" />
          <PrintSheets draw={deferred} settings={view.settings} />
        </div>
        <div className="mt-10 max-w-2xl">
          <NoShows draw={deferred} entries={view.entries} />
          {view.settings.reports === 'on' && <TableSwitches settings={view.settings} />}
          {!areToolsOn && (
            <p className="text-muted">
              Reset, Exchange and Undo are switched off in the{' '}
              <Link to={paths.settingGroup('draw')} className="underline underline-offset-4">
                settings
              </Link>
              .
            </p>
          )}
        </div>
      </ReportsProvider>
    </TapContext>
  )
}

/** Progress of the show, and a button that ends it. The organiser sees the whole draw. */
function ShowBar({ draw }: { draw: Draw }) {
  const { lots } = useLots(draw)
  if (!lots) return null
  return (
    <section
      aria-label="The draw as a show"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-ball bg-ball-wash p-4"
    >
      <p>
        <b className="tabular-nums">{lotsWords(lots)}</b> on every screen. This page shows the whole draw.
      </p>
      <ActionForm>
        <ActionButton tone="quiet" name="intent" value="finish-show">
          {showWords.finish}
        </ActionButton>
      </ActionForm>
    </section>
  )
}
