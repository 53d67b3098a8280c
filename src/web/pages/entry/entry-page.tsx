import { ChevronDown, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { failureSentence } from '../../../domain/answer.ts'
import type { Entry } from '../../../domain/cup.ts'
import { reportFailed, reportSaid, waitingReports } from '../../../domain/draw/reports.ts'
import { entryFailed, noSuchLink } from '../../../domain/entry-messages.ts'
import { type EntryState, entrySaid, entryStateOf, matchToReport } from '../../../domain/night/entry-state.ts'
import { isBeingPlayed } from '../../../domain/night/progress.ts'
import { eveningWords } from '../../../domain/night/schedule.ts'
import { refusals, statusOf } from '../../../domain/refusals.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { isCheckInOpen } from '../../../domain/teams/registration.ts'
import { type Correction, correctedName, type TeamForm, teamField } from '../../../domain/teams/team-form.ts'
import { pageAction } from '../../actions/page-action.ts'
import { useAction } from '../../actions/use-action.ts'
import { FollowButton } from '../../follow/follow.tsx'
import { OwnPushOffer } from '../../follow/lazy-follow.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import { useLots } from '../../lots/use-lots.ts'
import {
  clientLoader,
  type PageProps,
  page,
  meta as pageMeta,
  shouldRevalidate,
  useReload,
} from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { ChampionsCard } from '../../pictures/champions-poster.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/court.tsx'
import { Field } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { momentText, unbrokenHours, useClock, useZone, When } from '../../ui/time.tsx'
import { Names, unbrokenNames } from '../../ui/unbroken-names.tsx'
import { lotsAreFalling, stateWords } from './entry-words.ts'
import { ReportForm } from './report-form.tsx'

export { clientLoader, shouldRevalidate }
export const loader = pageLoader(
  'entry',
  async ({ parts: { app, from, now }, params: { token = '' }, url, view }) => {
    const done = url.searchParams.get('done') ?? ''
    const said = Object.hasOwn(entrySaid, done) ? entrySaid[done as keyof typeof entrySaid] : undefined
    const found = await app.teamOfLink(token, from.address)
    // A guessed link gets a small answer.
    const nothing = { entries: [], draw: undefined, teamId: undefined, correction: undefined }
    if (!found.ok) {
      const { reason } = found
      const refused = { sentence: refusals[reason].sentence, status: statusOf(reason) }
      return { ...nothing, refused, said, report: undefined, renderedAt: 0 }
    }
    const { id: teamId, correction } = found.value
    const own = matchToReport(view, teamId)
    const report = own && (await app.reportBy(own.side, own.match))
    return { teamId, correction, report, refused: undefined, said, renderedAt: now.getTime() }
  },
  ({ refused }) => ({ status: refused?.status }),
)

export const action = pageAction({
  back: ({ page, answer: { message } }) => {
    const said = Object.entries(entrySaid).find(([, words]) => words === message)
    return said ? `${page}?done=${said[0]}` : page
  },
})

export function meta(args: MetaArgs) {
  return [...pageMeta(args), { name: 'referrer', content: 'no-referrer' }]
}

export default page('entry', OwnEntry)

const failed = { ...entryFailed, ...reportFailed }

function OwnEntry({ view, loaded }: PageProps<typeof loader>) {
  const doing = useAction({ failed: (intent) => failed[intent as keyof typeof failed] })
  const { answer } = doing
  const { teamId, refused } = view
  const answered = answer?.ok && answer.message !== reportSaid.waits ? answer.message : undefined
  const said = answer ? answered : view.said
  const entryIn = ({ entries }: Shown) => entries.find(({ id }) => id === teamId)
  const entry = entryIn(view)
  // Corrections and reports are not on the stream. A missing entry is not reloaded: the server knows no more, and it may come back.
  const isOther = entry !== entryIn(loaded)
  const isReported = loaded.report !== undefined && view.revision !== loaded.revision
  useReload(entry !== undefined && (isOther || isReported))
  if (entry) return <Team entry={entry} view={view} doing={doing} said={said} />
  return <NoEntry said={said}>{refused?.sentence ?? noSuchLink}</NoEntry>
}

/** The same page for every invalid link. */
function NoEntry({ said, children }: { said: string | undefined; children: string }) {
  return (
    <PageFrame width="text">
      {said === entrySaid.withdraw ? (
        <Banner kind="status">{said}</Banner>
      ) : (
        <Empty
          hint="It may have been mistyped or replaced by a newer one, its team has withdrawn, or its edition is over. The organisers can give a team a new link."
          actions={<LinkButton to={paths.entries}>Entry List</LinkButton>}
        >
          {children}
        </Empty>
      )}
    </PageFrame>
  )
}

type Shown = PageProps<typeof loader>['view']
type Doing = ReturnType<typeof useAction>
type TeamProps = {
  entry: Entry
  view: Shown
  doing: Doing
  /** Confirms the team's last action. */
  said: string | undefined
}

function Team({ entry, view, doing, said }: TeamProps) {
  const { answer, isBusy } = doing
  const { token = '' } = useParams()
  const clock = useClock()
  const rendered = new Date(view.renderedAt)
  // Expected times at once, so that nothing below moves when the clock arrives; but a time of the device's zone only in the browser.
  const now = clock ?? (view.settings.timeZone ? rendered : undefined)
  const state = entryStateOf(view, entry)
  const own = matchToReport(view, entry.id)
  const name = entryName(entry)
  const evening = eveningWords(view.settings)
  const failed = answer?.ok === false ? answer : undefined
  const words = failed ? failureSentence(failed) : said
  const banner = !isBusy && words && (
    <div className="mb-6">
      <Banner kind={failed ? 'alert' : 'status'} isSought>
        {words}
      </Banner>
    </div>
  )
  return (
    <PageFrame width="text" live={<LiveDot isNight={isBeingPlayed(view.draw)} />}>
      {!own && banner}
      <section aria-label="Where you stand" className="mb-6">
        <h2 className="mb-4 text-2xl leading-tight font-bold wrap-anywhere">
          <bdi>
            <Names label={name} />
          </bdi>
        </h2>
        <StateCard state={state} view={view} now={now} />
        {evening && isAhead(state) && (
          <p className="mt-3 font-semibold wrap-anywhere text-balance">{unbrokenHours(evening)}</p>
        )}
        {view.correction && (
          <p className="mt-3 text-muted">
            Your correction is waiting for an organiser: <bdi>{correctedName(entry, view.correction)}</bdi>
          </p>
        )}
      </section>
      {own && (
        <ReportForm
          {...own}
          report={view.report && waitingReports(own.match, [view.report])[0]}
          doing={doing}
        />
      )}
      {/* Below the buttons: above, it would move the wrong one under a second tap. */}
      {own && banner}
      <CheckIn
        entry={entry}
        mayCome={mayCome(state)}
        isOpen={isCheckInOpen(view.settings, clock ?? rendered)}
        view={view}
        doing={doing}
      />
      <div className="mb-8 flex flex-wrap gap-3">
        <FollowButton team={entry.id} label={name} />
        {view.drawStatus === 'none' ? (
          // Not the draw page: opening it can make the draw.
          <LinkButton tone="quiet" to={paths.entries}>
            Entry List
          </LinkButton>
        ) : (
          <LinkButton tone="quiet" to={state.state === 'drawn' ? paths.team(entry.id) : paths.draw}>
            See the draw
          </LinkButton>
        )}
      </div>
      <section aria-labelledby="keep" className="mb-8 rounded-card border border-line bg-raised p-4">
        <h2 id="keep" className="mb-1 text-lg font-bold">
          Keep this page
        </h2>
        <p className="mb-3 text-muted">
          Anyone with its address can change your entry: share it only with your partner. Add it to your home
          screen.
        </p>
        <ShareButton title={name} path={paths.entry(token)} className="button button-quiet">
          Share with your partner
        </ShareButton>
      </section>
      {stillPlays(state) && (
        <OwnPushOffer
          team={entry.id}
          link={token}
          className="mb-8 rounded-card border border-line bg-raised p-4"
        />
      )}
      <Correct current={{ ...entry, ...view.correction }} revision={view.revision} doing={doing} />
      {(stillPlays(state) || state.state === 'late') && <Withdraw state={state} doing={doing} />}
    </PageFrame>
  )
}

function StateCard({ state, view, now }: { state: EntryState; view: Shown; now: Date | undefined }) {
  const { lots } = useLots(view.draw)
  const isChampion = state.state === 'drawn' && state.outlook.state === 'champion'
  if (view.draw && isChampion) return <ChampionsCard draw={view.draw} settings={view.settings} />
  const isFalling = lots !== undefined && state.state === 'drawn'
  const told = stateWords(state, { draw: view.draw, settings: view.settings, now })
  const { title, words } = isFalling ? lotsAreFalling : told
  const isGood = state.state === 'approved' || (state.state === 'drawn' && state.outlook.state !== 'out')
  const isCalled = !isFalling && state.state === 'drawn' && state.outlook.state === 'playing'
  // Bright only when called.
  const card = isCalled ? 'border-action bg-action text-on-action' : 'bg-raised'
  const edge = isGood ? 'border-ball' : 'border-control'
  return (
    <div role="status" className={`rounded-card border-l-4 px-4 py-3 ${isCalled ? '' : edge} ${card}`}>
      <p
        className={`font-bold ${isCalled ? 'text-2xl' : 'text-xl'} ${isGood && !isCalled ? 'text-ball' : ''}`}
      >
        {title}
      </p>
      <p className="text-lg text-pretty">{unbrokenHours(unbrokenNames(words, view.draw))}</p>
    </div>
  )
}

/** Whether the team still needs to know when and where. */
function isAhead(state: EntryState): boolean {
  return state.state !== 'drawn' || state.outlook.state === 'waiting'
}

type CheckInProps = { entry: Entry; mayCome: boolean; isOpen: boolean; view: Shown; doing: Doing }

/** The check-in button, from its hour on; only for teams that can still play. */
function CheckIn({ entry, mayCome, isOpen, view: { settings }, doing }: CheckInProps) {
  if (entry.checkedInAt)
    return (
      <p className="mb-6 flex items-center gap-2 text-lg font-semibold">
        <CircleCheck aria-hidden="true" size={22} className="text-ball" />
        You are checked in.
      </p>
    )
  if (!mayCome) return null
  if (isOpen)
    return (
      <form {...doing.formProps} className="mb-6 grid">
        <Button name="intent" value="check-in" disabled={doing.isBusy} className="min-h-14 text-lg">
          We are here
        </Button>
      </form>
    )
  if (settings.checkIn === 'off') return null
  return (
    <p className="mb-6 text-muted">
      Check-in opens at <OpeningTime at={settings.checkInFrom} />: come back here to check in.
    </p>
  )
}

function OpeningTime({ at }: { at: string }) {
  const [now, zone] = [useClock(), useZone()]
  return now ? <time dateTime={at}>{momentText(at, now, zone)}</time> : <When at={at} />
}

type CorrectProps = { current: Correction; revision: number; doing: Doing }

function Correct({ current, revision, doing: { answer, isBusy, formProps } }: CorrectProps) {
  const saved = JSON.stringify([current.player1Name, current.player2Name, current.teams])
  // `seen` is the revision when typing began: the form does not show later changes.
  const [begun, setBegun] = useState<{ saved: string; revision: number }>()
  const [answered, setAnswered] = useState(answer)
  if (answered !== answer) {
    setAnswered(answer)
    if (answer?.ok) setBegun(undefined)
  }
  const sent = new Map(answer?.ok === false ? answer.fields : [])
  const refused = sent.get('intent') === 'correct' ? sent : undefined
  const part = (name: keyof TeamForm, value: string) => ({
    ...teamField(name),
    defaultValue: refused?.get(name) ?? value,
    // The answer resets the form: typing after Save would be lost.
    readOnly: isBusy,
  })
  return (
    <details className="group border-t border-line py-2" open={refused !== undefined}>
      <Summary>Correct a typo</Summary>
      <form
        {...formProps}
        key={begun?.saved ?? saved}
        noValidate
        className="grid gap-4 pt-2 pb-4"
        onInput={() => setBegun((known) => known ?? { saved, revision })}
      >
        <input type="hidden" name="seen" value={begun?.revision ?? revision} />
        <Field {...part('player1Name', current.player1Name)} required autoComplete="off" />
        <Field {...part('player2Name', current.player2Name)} autoComplete="off" />
        <Field {...part('teams', current.teams)} autoComplete="off" />
        <Field
          {...part('teamPhoneNumber', '')}
          type="tel"
          autoComplete="off"
          hint="Leave it empty to keep the number you gave."
        />
        <Button name="intent" value="correct" disabled={isBusy} className="justify-self-start">
          Save
        </Button>
      </form>
    </details>
  )
}

function Summary({ children }: { children: string }) {
  return (
    <summary className="flex min-h-touch cursor-pointer items-center justify-between font-semibold">
      {children}
      <ChevronDown aria-hidden="true" size={20} className="shrink-0 text-muted group-open:rotate-180" />
    </summary>
  )
}

/** Whether it can still be called, and withdraw. */
function stillPlays(state: EntryState): boolean {
  if (state.state === 'withdrawn' || state.state === 'absent') return false
  if (state.state === 'late') return !state.isOver
  return state.state !== 'drawn' || 'match' in state.outlook
}

/** Whether it can check in: withdrawn teams until their opponents have gone through, absent ones always. */
function mayCome(state: EntryState): boolean {
  if (state.state === 'withdrawn') return !(state.isDrawn && state.isConfirmed)
  return state.state === 'absent' || stillPlays(state)
}

/** The disclosure is the confirmation, which works without scripts. */
function Withdraw({ state, doing }: { state: EntryState; doing: Doing }) {
  return (
    <details className="group border-y border-line py-2">
      <Summary>Withdraw</Summary>
      <form {...doing.formProps} className="grid justify-items-start gap-3 pt-1 pb-4">
        <p className="text-muted">
          {state.state === 'drawn'
            ? 'You are in the draw: the organisers are notified, and your opponents go through without playing.'
            : 'Your entry is removed from the list, and this link stops working.'}
        </p>
        <Button tone="danger" name="intent" value="withdraw" disabled={doing.isBusy}>
          Yes, withdraw our team
        </Button>
      </form>
    </details>
  )
}
