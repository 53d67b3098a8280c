import { CircleCheck, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Draw, isTeam } from '../../domain/cup.ts'
import { changedPlaces, type DrawRecord, firstRoundOf, isRepeated } from '../../domain/draw/check-draw.ts'
import { messages } from '../../domain/messages.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { counted } from '../../domain/text.ts'
import type { DrawEvent } from '../app-context.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { useLots } from '../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ChalkSection, Empty } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { When } from '../ui/time.tsx'
import { Names } from '../ui/unbroken-names.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('howDrawn', ({ parts }) => parts.app.drawHistory())
export default page('howDrawn', HowDrawn)

function HowDrawn({ view: { draw }, loaded }: PageProps<typeof loader>) {
  // The history is not on the stream: another draw needs a reload.
  useReload(draw?.id !== loaded.draw?.id)
  const record = loaded.record?.drawId === draw?.id ? loaded.record : undefined
  return (
    <PageFrame live={<LiveDot />}>
      {!draw && <Empty>{messages.noTournamentData}</Empty>}
      {draw && !record && <Empty hint="It was imported.">This draw was not made here.</Empty>}
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {draw && record && (
          <div className="grid content-start gap-10">
            <Rule record={record} />
            <Check key={record.drawId} record={record} draw={draw} />
            <Since record={record} draw={draw} />
          </div>
        )}
        {loaded.events.length > 0 && <Events events={loaded.events} />}
      </div>
      {draw && record && <Order record={record} draw={draw} />}
    </PageFrame>
  )
}

type RecordProps = { record: DrawRecord }
type DrawnProps = RecordProps & { draw: Draw }

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ChalkSection title={title}>
      <div className="mt-3">{children}</div>
    </ChalkSection>
  )
}

function Rule({ record: { shuffleSeed } }: RecordProps) {
  return (
    <Part title="The rule">
      <ol className="grid list-decimal gap-2 pl-5 text-lg">
        <li>The approved teams are put in the alphabetical order of their ids, which are random.</li>
        <li>
          A random generator, started with the shuffle seed that the server drew at that moment, shuffles the
          teams: every order is equally likely.
        </li>
        <li>
          In that order they take the places of the first round from top to bottom; which matches have a bye
          follows from the number of teams alone.
        </li>
      </ol>
      <dl className="mt-5">
        <dt className="font-semibold text-muted">Shuffle seed</dt>
        <dd className="font-mono text-lg break-all">{shuffleSeed}</dd>
      </dl>
    </Part>
  )
}

/** Repeats the draw in the browser, with the server's own code. */
function Check({ record, draw }: DrawnProps) {
  const { lots } = useLots(draw)
  const [isSame, setIsSame] = useState<boolean>()
  const matches = record.firstRound.length
  return (
    <Part title="Check it">
      <p className="max-w-prose">
        Your browser can draw the same lots again, from the entries and the shuffle seed on this page. How to
        do it without the cup's own code is in its documentation:
        <code className="block [font-size-adjust:none]">docs/fair-draw.md</code>
      </p>
      <p className="needs-script mt-4">
        <Button
          type="button"
          disabledReason={lots ? 'The draw is still being shown.' : undefined}
          onClick={() => setIsSame(isRepeated(record))}
        >
          <RefreshCw aria-hidden="true" size={20} /> Check it here
        </Button>
      </p>
      <div role="status">
        {isSame && (
          <p className="mt-4 flex gap-2.5 rounded-card border-2 border-ball bg-ball-wash p-4 font-semibold">
            <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-ball" />
            <span>
              Drawn again: the same.{' '}
              {matches === 1
                ? 'The one match has the same teams.'
                : `All ${matches} matches of the ${draw.rounds[0]?.name} have the same teams.`}
            </span>
          </p>
        )}
      </div>
      <div role="alert">
        {isSame === false && (
          <p className="mt-4 rounded-card border-2 border-alert bg-alert-wash p-4 font-semibold">
            Drawn again: not the same. Please ask the organisers.
          </p>
        )}
      </div>
    </Part>
  )
}

/** Changes since the lots were drawn: exchanged, late and replaced teams. */
function Since({ record, draw }: DrawnProps) {
  const changed = changedPlaces(record.firstRound, firstRoundOf(draw))
  return (
    <Part title="Since then">
      {changed.length === 0 && <p>The first round is as it was drawn.</p>}
      {changed.length > 0 && (
        <>
          <p>
            {changed.length === 1 ? 'One place was' : `${changed.length} places were`} changed by an organiser
            after the draw: teams were exchanged, or one that came late took a place.
          </p>
          <ul className="chalk-list mt-2">
            {changed.map(({ index, was, is }) => (
              <li key={`${index} ${was}`}>
                Match {index + 1}: <bdi>{sideLabel(draw.teams, is)}</bdi> in place of{' '}
                <bdi>{isTeam(was) ? sideLabel(draw.teams, was) : `a ${was}`}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

/** Makes repeated draws visible. */
function Events({ events }: { events: readonly DrawEvent[] }) {
  const draws = events.filter(({ teams }) => teams !== undefined).length
  return (
    <Part title={draws === 1 ? 'Drawn once' : `Drawn ${draws} times`}>
      <ol className="chalk-list">
        {events.map(({ revision, at, by, what, teams }) => (
          <li key={revision}>
            {/* On its own line: hydration replaces UTC with local time, which must move nothing. */}
            <When at={at} />
            <span className="block">
              {what} by {by}
              {teams !== undefined && `, with ${counted(teams, 'team')}`}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Order({ record: { order }, draw: { teams } }: DrawnProps) {
  return (
    <div className="mt-10">
      <Part title="Before the shuffle">
        <ol className="list-inside list-decimal gap-x-10 tabular-nums sm:columns-2 xl:columns-3">
          {order.map((id) => (
            <li key={id} className="break-inside-avoid border-b border-line py-2">
              <bdi className="font-semibold">
                <Names label={sideLabel(teams, id)} />
              </bdi>{' '}
              <code className="text-sm text-muted">{id}</code>
            </li>
          ))}
        </ol>
      </Part>
      <p className="mt-6 flex flex-wrap items-center gap-x-6 print:hidden">
        Download the draw:
        <FileLink to={paths.drawJson}>JSON</FileLink>
        <FileLink to={paths.drawCsv}>CSV</FileLink>
        <FileLink to={paths.drawSvg}>Picture</FileLink>
      </p>
    </div>
  )
}

function FileLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-touch min-w-11 items-center font-semibold underline underline-offset-4"
    >
      {children}
    </a>
  )
}
