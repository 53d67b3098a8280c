import { createContext, type ReactNode, use, useMemo } from 'react'
import { type Draw, type Match, type Settings, sideOf } from '../../../../domain/cup.ts'
import {
  type Report,
  type Reported,
  reportedMatches,
  reportedWinner,
  type WaitingReports,
} from '../../../../domain/draw/reports.ts'
import { reportWords } from '../../../../domain/organiser-messages.ts'
import { sideName } from '../../../../domain/teams/names.ts'
import { useClock } from '../../../ui/time.tsx'

type Reports = {
  isOn: boolean
  reported: readonly Reported[]
  teams: Draw['teams']
  now: Date | undefined
}

export const ReportsContext = createContext<Reports>({ isOn: false, reported: [], teams: {}, now: undefined })

type ReportsProviderProps = {
  draw: Draw
  settings: Settings
  waiting: WaitingReports
  children: ReactNode
}

/** The waiting reports and the page's clock, in a context so that a tick re-renders only its readers, not the bracket. */
export function ReportsProvider({ draw, settings, waiting, children }: ReportsProviderProps) {
  const now = useClock()
  const isOn = settings.reports === 'on'
  const { teams } = draw
  const reported = useMemo(() => reportedMatches(draw, waiting), [draw, waiting])
  const reports = useMemo(() => ({ isOn, reported, teams, now }), [isOn, reported, teams, now])
  return <ReportsContext value={reports}>{children}</ReportsContext>
}

type ReportedLineProps = {
  match: Match
  className: string
  /** Shown while no report waits. */
  children?: ReactNode
}

/** 'Reported 1 min ago: {team} won'. The line is there even without a report, because appearing would shift the cards under a thumb. */
export function ReportedLine({ match, className, children }: ReportedLineProps) {
  const { isOn, reported, teams, now } = use(ReportsContext)
  const reports = reported.find((one) => one.match.id === match.id)?.reports
  if (!reports) return (isOn || children) && <span className={className}>{children}</span>
  const winner = reportedWinner(reports)
  return (
    <span className={`${className} font-semibold ${winner ? 'text-ball' : 'text-amber'}`}>
      {winner ? reportedAgo(reports, now) : reportWords.differ}
      {winner && (
        <>
          <bdi>{sideName(teams, sideOf(match, winner))}</bdi> won
        </>
      )}
    </span>
  )
}

/** With the age of the last report, once the clock runs. */
export function reportedAgo(reports: readonly Report[], now: Date | undefined): string {
  const latest = reports.at(-1)
  return reportWords.ago(now && latest && minutesSince(latest.at, now))
}

export function minutesSince(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000))
}
