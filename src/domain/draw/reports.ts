import type { Match, Rounds, SideNumber } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { Settings } from '../settings/settings.ts'
import { isPlayable } from './draw-reader.ts'

/** Sender of a report: a team on its own page, by its side of the match, or the page of a table. */
export type Reporter = SideNumber | 'table'

/** A claimed result. It counts once an organiser confirms it, or the other team claims the same. */
export type Report = {
  readonly from: Reporter
  readonly winner: SideNumber
  readonly at: string
  readonly revision: number
}

/** By match id. */
export type WaitingReports = Readonly<Record<string, readonly Report[]>>

/** Pending reports: any change of the match (winner, undo, call, other team) voids those before it. */
export function waitingReports({ revision }: Pick<Match, 'revision'>, reports: readonly Report[]): Report[] {
  return reports.filter((report) => report.revision > revision)
}

export type Taken = {
  /** All pending reports, oldest first. */
  readonly reports: readonly Report[]
  /** Both teams reported the same winner: it counts at once. */
  readonly agreed?: SideNumber
  /** The sender had already reported this winner. */
  readonly isSame: boolean
}

/** A sender's new report replaces the earlier one. Only an undecided match takes reports, so none can clear a result. */
export function takeReport(match: Match, reports: readonly Report[], report: Report): Outcome<Taken> {
  if (!isPlayable(match)) return refused('not-playable')
  const waiting = waitingReports(match, reports)
  const earlier = waiting.find(({ from }) => from === report.from)
  if (earlier?.winner === report.winner) return done({ reports: waiting, isSame: true })
  const all = [...waiting.filter((one) => one !== earlier), report]
  const ofTeams = all.filter(({ from }) => from !== 'table')
  const isAgreed = ofTeams.length === 2 && reportedWinner(ofTeams) !== undefined
  return done({ reports: all, isSame: false, ...(isAgreed && { agreed: report.winner }) })
}

/** The winner that all reports agree on; undefined if they differ, or there are none. */
export function reportedWinner(reports: readonly Report[]): SideNumber | undefined {
  const [first] = reports
  return reports.every(({ winner }) => winner === first?.winner) ? first?.winner : undefined
}

export type Reported = { readonly match: Match; readonly reports: readonly Report[] }

/** Undecided matches with pending reports, oldest first. */
export function reportedMatches(draw: Rounds, all: WaitingReports): Reported[] {
  return draw.rounds
    .flatMap(({ matches }) => matches)
    .map((match) => ({ match, reports: waitingReports(match, all[match.id] ?? []) }))
    .filter(({ match, reports }) => reports.length > 0 && match.winner === undefined)
    .sort(byFirstReport)
}

export function byFirstReport(a: Reported, b: Reported): number {
  return (a.reports[0]?.revision ?? 0) - (b.reports[0]?.revision ?? 0)
}

type ReportSettings = Pick<Settings, 'reports' | 'silentTables' | 'scheduleGroupSize'>

/** Parses a table number; undefined if there is no such table. */
export function tableOf(
  { scheduleGroupSize }: Pick<Settings, 'scheduleGroupSize'>,
  text = '',
): number | undefined {
  const table = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  return table >= 1 && table <= scheduleGroupSize ? table : undefined
}

/** Whether the page of a table takes reports. */
export function canTableReport(settings: ReportSettings, table: number): boolean {
  const isThere = tableOf(settings, String(table)) !== undefined
  return settings.reports === 'on' && isThere && !silentTables(settings).includes(table)
}

export function silentTables({ silentTables: text }: Pick<Settings, 'silentTables'>): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** The new value of the setting, with this table silenced or not. */
export function withSilence(
  settings: Pick<Settings, 'silentTables'>,
  table: number,
  isSilent: boolean,
): string {
  const others = silentTables(settings).filter((one) => one !== table)
  return (isSilent ? [...others, table] : others).sort((a, b) => a - b).join(' ')
}

export const reportFailed = {
  report: 'Failed to send the report. Please try again.',
  'dismiss-report': 'Failed to take the report back. Please try again.',
} as const

/** Answers to the sender of a report. */
export const reportSaid = {
  waits: 'Reported. An organiser confirms it.',
  agreed: 'Both teams say so: it counts.',
  takenBack: 'Your report is taken back.',
  none: 'No report is waiting for that match.',
} as const
