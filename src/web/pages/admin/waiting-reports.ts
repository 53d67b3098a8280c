import type { Position } from '../../../domain/changes.ts'
import type { Settings } from '../../../domain/cup.ts'
import type { WaitingReports } from '../../../domain/draw/reports.ts'
import type { SignedIn } from '../../guard.ts'

/** Loaded, not streamed: the live stream is public, and reports are not. */
export async function reportsFor(
  { app, organiser }: SignedIn,
  { reports }: Pick<Settings, 'reports'>,
): Promise<WaitingReports> {
  return reports === 'on' ? app.reports(organiser) : {}
}

/** Any new revision may be a report, so the page reloads. */
export function areReportsBehind(
  view: Position & { readonly settings: Pick<Settings, 'reports'> },
  loaded: Position,
): boolean {
  return view.settings.reports === 'on' && view.revision !== loaded.revision
}
