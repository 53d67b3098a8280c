import type { Position } from '../../../domain/changes.ts'
import type { Settings } from '../../../domain/cup.ts'
import type { WaitingReports } from '../../../domain/draw/reports.ts'
import type { SignedIn } from '../../guard.ts'

/** For the loader of an organiser's page: the stream, which is public, has no reports. */
export async function reportsFor(
  { app, organiser }: SignedIn,
  { reports }: Pick<Settings, 'reports'>,
): Promise<WaitingReports> {
  return reports === 'on' ? app.reports(organiser) : {}
}

type Shown = Position & { readonly settings: Pick<Settings, 'reports'> }

/** Any revision may be a report: the page asks again. */
export function areReportsBehind(view: Shown, loaded: Position): boolean {
  return view.settings.reports === 'on' && view.revision !== loaded.revision
}
