import type { Match, SideNumber } from '../../../domain/cup.ts'
import { type Report, reportSaid } from '../../../domain/draw/reports.ts'
import type { useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

type ReportFormProps = {
  match: Match
  side: SideNumber
  /** The team's own report, until an organiser has decided. */
  report: Report | undefined
  doing: ReturnType<typeof useAction>
}

/** 'We won' and 'We lost' for the team's open match; then its report, with *Take back*. */
export function ReportForm({ match, side, report, doing }: ReportFormProps) {
  const intent = report ? 'dismiss-report' : 'report'
  return (
    <form {...doing.formProps} aria-label="Who won?" className="mb-6 grid grid-cols-2 gap-3">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="seen" value={match.revision} />
      <h2 className="col-span-2 text-lg font-bold">
        {match.table ? 'Who won?' : 'Already played? Say who won.'}
      </h2>
      {report ? (
        <>
          {/* As high as the two buttons, so that a second tap hits nothing. */}
          <div className="col-span-2 grid min-h-16">
            <Banner kind="status">
              {reportSaid.waits}
              <span className="block font-normal">
                You said that you {report.winner === side ? 'won' : 'lost'}.
              </span>
            </Banner>
          </div>
          <Button tone="quiet" disabled={doing.isBusy}>
            Take back
          </Button>
        </>
      ) : (
        (['yes', 'no'] as const).map((won) => (
          <Button
            key={won}
            tone="quiet"
            name="won"
            value={won}
            disabled={doing.isBusy}
            className="min-h-16 text-xl"
          >
            {won === 'yes' ? 'We won' : 'We lost'}
          </Button>
        ))
      )}
    </form>
  )
}
