import type { Match, SideNumber } from '../../../domain/cup.ts'
import { type Report, reportSaid } from '../../../domain/draw/reports.ts'
import type { useAction } from '../../actions/use-action.ts'
import { Button } from '../../ui/button.tsx'

type ReportFormProps = {
  match: Match
  side: SideNumber
  /** What this team has reported of it, while that waits. */
  report: Report | undefined
  doing: ReturnType<typeof useAction>
}

/** 'We won' and 'We lost' while the team's match is open; then what it said, and a way back. */
export function ReportForm({ match, side, report, doing }: ReportFormProps) {
  const intent = report ? 'dismiss-report' : 'report'
  return (
    <form {...doing.formProps} aria-label="Who won?" className="mb-6 grid grid-cols-2 gap-3">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="seen" value={match.revision} />
      {report ? (
        <>
          <p role="status" className="col-span-2 text-lg">
            <strong className="block">{reportSaid.waits}</strong>
            You said that you {report.winner === side ? 'won' : 'lost'}.
          </p>
          <Button tone="quiet" disabled={doing.isBusy}>
            Take back
          </Button>
        </>
      ) : (
        (['yes', 'no'] as const).map((won) => (
          <Button
            key={won}
            tone={won === 'yes' ? 'primary' : 'quiet'}
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
