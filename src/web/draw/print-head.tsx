import type { Settings } from '../../domain/cup.ts'

/** What a sheet of paper must say for itself: which cup, and as of when (print-time.ts fills it in). Seen on paper only. */
export function PrintHead({
  settings,
  asOf,
}: {
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
  asOf?: string
}) {
  return (
    <div className="print-head">
      <p className="print-title">
        {[settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · ')}
      </p>
      <p data-printed="">{asOf}</p>
    </div>
  )
}
