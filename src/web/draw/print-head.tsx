import type { Settings } from '../../domain/cup.ts'
import { clockTime, useClock } from './use-clock.ts'

/** What a sheet of paper must say for itself: which cup, and as of when. Seen on paper only. */
export function PrintHead({
  settings,
}: {
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
}) {
  const now = useClock()
  return (
    <div className="print-head">
      <p className="print-title">
        {[settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · ')}
      </p>
      {now && (
        <p>
          Draw as of {now.toDateString()}, {clockTime(now)}
        </p>
      )}
    </div>
  )
}
