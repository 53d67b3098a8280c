import type { Settings } from '../../domain/cup.ts'
import { PrintTime } from '../ui/print-time.tsx'

export type PrintHeadProps = {
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
  asOf?: string
}

/** The head of a printed sheet: which cup, and as of when (tell-time-on-paper.ts). Seen on paper only. */
export function PrintHead({ settings, asOf }: PrintHeadProps) {
  const title = [settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · ')
  return (
    <div className="print-head" data-long={title.length > 50 || undefined}>
      <p className="print-title">{title}</p>
      <p data-printed="">{asOf ?? <PrintTime />}</p>
    </div>
  )
}
