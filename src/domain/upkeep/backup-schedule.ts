import type { CupView } from '../cup.ts'
import { wonAt } from '../night/progress.ts'

/** By the clock of the cup's machine: the evening is over, and nobody is up yet. */
const nightHour = 5
/** A winner that is corrected at once makes one backup, not two. */
const afterFinalMs = 60_000

/** How the cup's backups stand. */
export type BackupState = {
  /** When the newest was made. */
  readonly last?: string
  /** Why the latest try came to nothing, and what to do. */
  readonly failure?: string
}

/** What an organiser reads about a backup made by hand. */
export const backupSaid = {
  made: 'A backup was made.',
  failed: 'Failed to make a backup. Please try again.',
}

type Shown = Pick<CupView, 'settings' | 'draw' | 'revision'>

/** When the next backup is to be made, in ms; undefined for never. Nothing is kept of a cup in which nothing was done. */
export function nextBackupAt(
  { settings, draw, revision }: Shown,
  last: string | undefined,
): number | undefined {
  if (settings.backups === 'off' || revision === 0) return undefined
  if (last === undefined) return 0
  const night = nightAfter(last)
  const afterFinal = Date.parse((draw && wonAt(draw)) ?? '') + afterFinalMs
  return afterFinal > Date.parse(last) ? Math.min(afterFinal, night) : night
}

function nightAfter(instant: string): number {
  const night = new Date(instant)
  night.setHours(nightHour, 0, 0, 0)
  if (night.getTime() <= Date.parse(instant)) night.setDate(night.getDate() + 1)
  return night.getTime()
}

/** How it stands, in a few words. */
export function backupWords({ last, failure }: BackupState, { backups }: Pick<Shown['settings'], 'backups'>) {
  if (failure) return 'The last try failed.'
  if (backups === 'off') return 'Switched off: make one before the night, and after it.'
  return last ? 'Made each night, and after the final.' : 'None has been made yet.'
}
