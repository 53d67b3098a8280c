import { useState } from 'react'
import { useParams } from 'react-router'
import { failureSentence } from '../../domain/answer.ts'
import { type Draw, type Match, roundNameOf, type SideNumber, sideOf } from '../../domain/cup.ts'
import { canTableReport, reportFailed, reportSaid, tableOf } from '../../domain/draw/reports.ts'
import { nowPlaying, queueOf } from '../../domain/draw/tables.ts'
import { isBeingPlayed } from '../../domain/night/progress.ts'
import { refusals } from '../../domain/refusals.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { textOf } from '../../domain/text.ts'
import { pageAction } from '../actions/page-action.ts'
import { useAction } from '../actions/use-action.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { useLots } from '../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Names } from '../ui/unbroken-names.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader(
  'table',
  // `done`: the match that was reported without scripts.
  ({ params, url }) => ({ table: params.table, reported: url.searchParams.get('done') ?? undefined }),
  ({ settings, table }) => (settings.reports === 'on' && tableOf(settings, table) ? {} : { status: 404 }),
)

export const action = pageAction({
  back: ({ form, page }) => `${page}?done=${encodeURIComponent(textOf(form, 'matchId'))}`,
})

export default page('table', TablePage)

/** The page behind the QR code on a table. Only organisers see the reports of others. */
function TablePage({ view }: PageProps<typeof loader>) {
  const { settings } = view
  const { draw, lots } = useLots(view.draw)
  const { answer, isBusy, formProps } = useAction({ failed: reportFailed.report })
  /** The match reported last: the next one on this table has no report yet. */
  const [sent, setSent] = useState<string>()
  const table = tableOf(settings, useParams().table)
  if (!table || !canTableReport(settings, table))
    return (
      <PageFrame width="text" {...(table && { title: `Table ${table}` })}>
        <Empty actions={<LinkButton to={paths.draw}>See the draw</LinkButton>}>
          {refusals['reports-off'].sentence}
        </Empty>
      </PageFrame>
    )
  const match = draw && !lots ? nowPlaying(draw).find((one) => one.table === table) : undefined
  const isReported = match !== undefined && match.id === (answer ? sent : view.reported)
  const failed = answer?.ok === false ? answer : undefined
  const words = failed ? failureSentence(failed) : isReported && reportSaid.waits
  return (
    <PageFrame width="text" title={`Table ${table}`} live={<LiveDot isNight={isBeingPlayed(draw)} />}>
      {draw && match ? (
        <form
          {...formProps}
          className="mt-4 grid gap-4"
          onSubmit={(event) => {
            setSent(match.id)
            return formProps.onSubmit(event)
          }}
        >
          <Called draw={draw} match={match} isBusy={isBusy} />
        </form>
      ) : (
        <Empty
          hint={draw && !lots && <Next draw={draw} />}
          actions={<LinkButton to={paths.schedule}>Schedule</LinkButton>}
        >
          Nobody is called here.
        </Empty>
      )}
      {/* Below the buttons: above, it would move the wrong one under a second tap. */}
      {!isBusy && words && (
        <div className="mt-4">
          <Banner kind={failed ? 'alert' : 'status'} isSought>
            {words}
          </Banner>
        </div>
      )}
    </PageFrame>
  )
}

type CalledProps = { draw: Draw; match: Match; isBusy: boolean }

/** The match on this table, with its two teams as buttons. */
function Called({ draw, match, isBusy }: CalledProps) {
  return (
    <>
      <div>
        <p className="text-lg text-muted">{roundNameOf(draw, match)}</p>
        <h2 className="text-2xl font-bold">Who won?</h2>
      </div>
      <input type="hidden" name="intent" value="report" />
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="seen" value={match.revision} />
      <WonButton draw={draw} match={match} side={1} isBusy={isBusy} />
      <WonButton draw={draw} match={match} side={2} isBusy={isBusy} />
      <p className="text-muted">
        Tapped the wrong name? Tap the other. It counts once an organiser has confirmed it.
      </p>
    </>
  )
}

type WonButtonProps = CalledProps & { side: SideNumber }

function WonButton({ draw, match, side, isBusy }: WonButtonProps) {
  return (
    <Button
      tone="quiet"
      name="side"
      value={side}
      disabled={isBusy}
      className="min-h-32 text-2xl text-balance [overflow-wrap:anywhere]"
    >
      <span>
        <bdi className="font-bold">
          <Names label={sideLabel(draw.teams, sideOf(match, side))} />
        </bdi>{' '}
        <span className="block text-lg text-muted">won</span>
      </span>
    </Button>
  )
}

function Next({ draw }: { draw: Draw }) {
  const [next] = queueOf(draw)
  if (!next) return null
  const [one, two] = next.sides.map((side) => (
    <bdi key={side} className="text-chalk">
      <Names label={sideLabel(draw.teams, side)} />
    </bdi>
  ))
  return (
    <>
      Next: {one} vs {two}
    </>
  )
}
