import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Draw, Settings } from '../../domain/cup.ts'
import { championOf } from '../../domain/night/progress.ts'
import { asOfNow, PrintTime, useCupZone } from '../ui/time.tsx'
import { sheetsOf } from './layout.ts'
import { Tree } from './tree.tsx'

/** Rows of matches that fit on A4. */
const sheetRows = 16

/** Splits a tall draw over several sheets: whole sub-trees, then the last rounds. Rendered on `beforeprint` only. */
export function PrintSheets({ draw, settings }: { draw: Draw; settings: Pick<Settings, 'editionTitle'> }) {
  const [isPrinting, setIsPrinting] = useState(false)
  const zone = useCupZone()
  const sizes = draw.rounds.map(({ matches }) => matches.length)
  const isTall = (sizes[0] ?? 0) > sheetRows

  useEffect(() => {
    if (!isTall) return
    const start = () => flushSync(() => setIsPrinting(true))
    const stop = () => setIsPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', stop)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', stop)
    }
  }, [isTall])

  if (!isTall || !isPrinting) return null
  const sheets = sheetsOf(sizes, sheetRows)
  return (
    <div className="sheets">
      {sheets.map((section, sheet) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sheets are identified by position.
        <div className="sheet" key={sheet}>
          <PrintHead settings={settings} asOf={`Sheet ${sheet + 1} of ${sheets.length} · ${asOfNow(zone)}`} />
          <Tree
            draw={draw}
            section={section}
            matchHref={false}
            density="sheet"
            idPrefix={`sheet-${sheet}`}
            champion={championOf(draw)}
          />
        </div>
      ))}
    </div>
  )
}

type PrintHeadProps = {
  settings: Pick<Settings, 'editionTitle'> & Partial<Pick<Settings, 'editionSeason'>>
  asOf?: string
}

/** Print-only head of a sheet: which cup, and as of when (ui/time.tsx). */
export function PrintHead({ settings, asOf }: PrintHeadProps) {
  const title = [settings.editionTitle, settings.editionSeason].filter(Boolean).join(' · ')
  return (
    <div className="print-head" data-long={title.length > 50 || undefined}>
      <p className="print-title">{title}</p>
      <p data-printed="">{asOf ?? <PrintTime />}</p>
    </div>
  )
}
