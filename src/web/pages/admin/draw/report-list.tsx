import { use, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Draw, roundNameOf, type Settings, type SideNumber, sideOf } from '../../../../domain/cup.ts'
import {
  byFirstReport,
  type Report,
  type Reported,
  reportedWinner,
  silentTables,
  withSilence,
} from '../../../../domain/draw/reports.ts'
import { reportWords } from '../../../../domain/organiser-messages.ts'
import { statusMessageMs } from '../../../../domain/settings/limits.ts'
import { sideLabel } from '../../../../domain/teams/names.ts'
import { ActionButton, ActionForm, Hidden, useHeld } from '../../../actions/action-form.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { chime, SoundSwitch } from '../../screen/sound-switch.tsx'
import { ReportsContext, reportedAgo } from './reports-context.tsx'
import { WinnerForm } from './winner-bracket.tsx'

/** The waiting reports, each with its two answers. An answered row stays for a moment, disabled. */
export function ReportList({ draw, settings }: { draw: Draw; settings: Settings }) {
  const { reported, now } = use(ReportsContext)
  const { held, hold } = useHeld<Reported>(statusMessageMs)
  const open = new Set(reported.map(({ match }) => match.id))
  const done = [...held.values()].filter(({ match }) => !open.has(match.id))
  const rows = [...reported, ...done].sort(byFirstReport)
  return (
    <section aria-label="Reports" className="mb-4">
      <div className="flex min-h-touch flex-wrap items-center justify-between gap-x-4">
        <p role="status" className={reported.length > 0 ? 'font-semibold text-ball' : 'text-muted'}>
          {reported.length > 0 ? reportWords.waiting(reported.length) : reportWords.none}
        </p>
        <div className="flex items-center gap-4">
          <SoundSwitch className="flex min-h-touch items-center gap-2 font-semibold aria-pressed:text-ball" />
          <Link to={paths.adminSigns} className="link inline-flex min-h-touch items-center font-semibold">
            Signs
          </Link>
        </div>
      </div>
      {rows.length > 0 && (
        <ul className="grid gap-2 md:grid-cols-2">
          {rows.map((row) => (
            <li key={row.match.id}>
              <ReportRow
                {...row}
                draw={draw}
                settings={settings}
                now={now}
                isOpen={open.has(row.match.id)}
                onAnswer={() => hold(row.match.id, row)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ReportRowProps = Reported & {
  draw: Draw
  settings: Settings
  now: Date | undefined
  /** False once it was answered. */
  isOpen: boolean
  onAnswer: () => void
}

function ReportRow({ draw, settings, match, reports, now, isOpen, onAnswer }: ReportRowProps) {
  const winner = reportedWinner(reports)
  const said = ([1, 2] as const).filter((side) => reports.some((report) => report.winner === side))
  const table = reports.some(({ from }) => from === 'table') ? match.table : undefined
  return (
    <article
      aria-label={`Report, ${roundNameOf(draw, match)}, match ${match.index + 1}`}
      className={`rounded-card border-2 bg-raised p-3 ${isOpen ? (winner ? 'border-ball' : 'border-amber') : 'border-line text-muted'}`}
    >
      <p className="mb-2 wrap-anywhere">
        {match.table !== undefined && <strong className="display mr-2 text-xl">Table {match.table}</strong>}
        {winner ? reportedAgo(reports, now) : `${reportWords.differ}: `}
        {said.map((side, at) => (
          <span key={side}>
            {at > 0 && ', '}
            <bdi className="font-semibold">{sideLabel(draw.teams, sideOf(match, side))}</bdi> won{' '}
            <span className="text-muted">(from {sendersOf(reports, side)})</span>
          </span>
        ))}
      </p>
      <div className="flex flex-wrap gap-2">
        <WinnerForm
          match={match}
          intent={winner ? 'confirm-report' : 'set-winner'}
          className="flex grow gap-2"
          onSubmitCapture={onAnswer}
        >
          {said.map((side) => (
            <Button
              key={side}
              tone={winner ? 'primary' : 'quiet'}
              name="side"
              value={side}
              disabled={!isOpen}
              className="grow px-3 wrap-anywhere"
            >
              {winner ? 'Confirm' : sideLabel(draw.teams, sideOf(match, side))}
            </Button>
          ))}
        </WinnerForm>
        <ActionForm className="flex" prepare={onAnswer}>
          <Hidden fields={{ matchId: match.id, side: winner, seen: match.revision }} />
          <ActionButton tone="quiet" name="intent" value="dismiss-report" disabled={!isOpen} className="px-3">
            Dismiss
          </ActionButton>
        </ActionForm>
        {table !== undefined && <SilenceForm settings={settings} table={table} isInRow />}
      </div>
    </article>
  )
}

/** Senders of the reports that name this side as the winner. */
function sendersOf(reports: readonly Report[], side: SideNumber): string {
  const senders = reports
    .filter(({ winner }) => winner === side)
    .map(({ from }) =>
      from === 'table' ? 'the table' : from === side ? 'their own page' : "the losers' page",
    )
  return senders.join(', ')
}

type SilenceFormProps = {
  settings: Settings
  table: number
  /** Short on a phone, and disabled once the table is silent: without it, the row's other buttons would move under the thumb. */
  isInRow?: boolean
}

/** Blocks or allows the reports of a table's page. */
function SilenceForm({ settings, table, isInRow = false }: SilenceFormProps) {
  const isSilent = silentTables(settings).includes(table)
  return (
    <ActionForm className="flex">
      <Hidden fields={{ silentTables: withSilence(settings, table, !isSilent) }} />
      <ActionButton
        tone="quiet"
        name="intent"
        value="setting"
        className="gap-1 px-3"
        disabled={isInRow && isSilent}
        data-toggle={isSilent ? 'off' : 'on'}
      >
        {isSilent && !isInRow ? 'Allow' : 'Silence'}
        <span className={isInRow ? 'max-sm:sr-only' : ''}> table {table}</span>
      </ActionButton>
    </ActionForm>
  )
}

export function TableSwitches({ settings }: { settings: Settings }) {
  const tables = Array.from({ length: settings.scheduleGroupSize }, (_, index) => index + 1)
  const silent = silentTables(settings)
  return (
    <details className="mb-10">
      <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold underline underline-offset-4">
        Tables that cannot report: {silent.length > 0 ? silent.join(', ') : 'none'}
      </summary>
      <div className="flex flex-wrap gap-2 pt-2">
        {tables.map((table) => (
          <SilenceForm key={table} settings={settings} table={table} />
        ))}
      </div>
    </details>
  )
}

const guardMs = 600

/** Chimes for each new report. True for a moment afterwards: its row shifts the cards below, and a tap must not hit the wrong one. */
export function useNewReports(reported: readonly Reported[]): boolean {
  const newest = Math.max(0, ...reported.flatMap(({ reports }) => reports.map(({ revision }) => revision)))
  const known = useRef(newest)
  /** The report that shifts the cards; 0 for none. */
  const [moving, setMoving] = useState(0)
  useEffect(() => {
    if (newest > known.current) {
      chime()
      setMoving(newest)
    }
    known.current = newest
  }, [newest])
  useEffect(() => {
    if (moving === 0) return
    const timer = setTimeout(setMoving, guardMs, 0)
    return () => clearTimeout(timer)
  }, [moving])
  return moving > 0
}
