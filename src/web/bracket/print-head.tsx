import type { Settings } from '../../domain/cup.ts'
import { PrintTime } from '../ui/print-time.tsx'

/** What a sheet of paper must say for itself: which cup, and as of when (print-time.ts fills it in). Seen on paper only. */
export function PrintHead({
  settings,
  asOf,
}: {
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
  asOf?: string
}) {
  const title = [settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · ')
  return (
    <div className="print-head" data-long={title.length > 50 || undefined}>
      <p className="print-title">{title}</p>
      <p data-printed="">{asOf ?? <PrintTime />}</p>
    </div>
  )
}
