import type { CupView } from '../cup.ts'
import { wonAt } from '../night/progress.ts'
import { instantOf, wallTime } from '../wall-clock.ts'

/** 5 AM on the cup's clock: the evening is over. */
const nightHour = 5
/** Debounce: a final corrected at once makes one backup, not two. */
const afterFinalMs = 60_000

export type BackupState = {
  /** Time of the newest. */
  readonly last?: string
  /** Why the latest attempt failed, and what to do. */
  readonly failure?: string
}

type Shown = Pick<CupView, 'settings' | 'draw' | 'revision'>

/** In ms since the epoch; undefined while backups are off, or nothing was ever changed. */
export function nextBackupAt(
  { settings, draw, revision }: Shown,
  last: string | undefined,
): number | undefined {
  if (settings.backups === 'off' || revision === 0) return undefined
  if (last === undefined) return 0
  const night = nightAfter(last, settings.timeZone)
  const afterFinal = Date.parse((draw && wonAt(draw)) ?? '') + afterFinalMs
  return afterFinal > Date.parse(last) ? Math.min(afterFinal, night) : night
}

function nightAfter(instant: string, timeZone: string): number {
  const wall = wallTime(instant, timeZone)
  const night = new Date(wall)
  night.setUTCHours(nightHour, 0, 0, 0)
  if (night <= wall) night.setUTCDate(night.getUTCDate() + 1)
  return instantOf(night, timeZone).getTime()
}
