import type { Settings } from '../../../domain/cup.ts'
import { done } from '../../../domain/outcome.ts'
import { theCup } from '../../actors.ts'
import { readSettings } from '../../storage/system-rows.ts'
import { change, type Parts } from '../change.ts'
import { applySettings } from './change-settings.ts'

/** Closes registration once its hour has come. On several nodes the first one does it, the others find it done. */
export async function closeRegistration(parts: Parts): Promise<void> {
  await change(parts, { action: 'close-registration', who: theCup }, async (work) => {
    const settings = await readSettings(work.db)
    if (msUntilClosing(settings, work.moment.at) !== 0) return done({ unchanged: '' })
    // The hour goes with it: registration opened again later stays open.
    const applied = await applySettings(work, { registration: 'closed', registrationClosesAt: '' })
    if ('unchanged' in applied) return done(applied)
    const { before: _none, ...closed } = applied
    return done({ ...closed, words: 'Registration closed at its hour.' })
  })
}

/** 0 when it is due; undefined when nothing is going to close by itself. */
export function msUntilClosing(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: string,
): number | undefined {
  if (registration !== 'open' || registrationClosesAt === '') return undefined
  return Math.max(0, Date.parse(registrationClosesAt) - Date.parse(now))
}
