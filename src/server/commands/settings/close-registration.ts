import type { Settings } from '../../../domain/cup.ts'
import { done } from '../../../domain/outcome.ts'
import { theCup } from '../../actors.ts'
import type { Clock } from '../../clock.ts'
import { journalAction } from '../../journal-actions.ts'
import { readSettings } from '../../storage/system.ts'
import type { PublicView } from '../../view.ts'
import { change, type Parts } from '../change.ts'
import { applySettings } from './change-settings.ts'

const action = journalAction('settings', 'close-registration')

/** Closes registration once its hour has come. On several nodes the first one does it, the others find it done. */
export async function closeRegistration(parts: Parts): Promise<void> {
  await change(parts, { who: theCup }, async (work) => {
    const settings = await readSettings(work.db)
    if (msUntilClosing(settings, work.moment.at) !== 0) return done({ unchanged: '' })
    // The hour goes with it: registration opened again later stays open.
    const applied = await applySettings(work, { registration: 'closed', registrationClosesAt: '' })
    if ('unchanged' in applied) return done(applied)
    const { before: _none, ...closed } = applied
    return done({ ...closed, action, words: 'Registration closed at its hour.' })
  })
}

/** 0 when it is due; undefined when nothing is going to close by itself. */
function msUntilClosing(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: string,
): number | undefined {
  if (registration !== 'open' || registrationClosesAt === '') return undefined
  return Math.max(0, Date.parse(registrationClosesAt) - Date.parse(now))
}

/** A timer cannot wait for more than some weeks. */
const longestWaitMs = 3_600_000
const retryMs = 2_000

/** Keeps a timer for the closing hour, whatever happens to the settings. */
export function watchClosing({
  view,
  clock,
  close,
}: {
  readonly view: PublicView
  readonly clock: Clock
  readonly close: () => Promise<void>
}): { stop(): void } {
  let cancel = () => {}
  let isStopped = false

  function setTimer(atLeastMs = 0) {
    cancel()
    const settings = view.current()?.settings
    const wait = settings && msUntilClosing(settings, clock.now().toISOString())
    if (wait === undefined || isStopped) return
    cancel = clock.after(Math.max(atLeastMs, Math.min(wait, longestWaitMs)), closeNow)
  }

  // Whether it closed, was too early or failed: the view decides on the next timer.
  function closeNow() {
    close()
      .catch(() => {})
      .then(() => setTimer(retryMs))
  }

  const unsubscribe = view.subscribe((news) => {
    const hasSettings = news.kind === 'view' || news.revision.changes.some(({ kind }) => kind === 'settings')
    if (hasSettings) setTimer()
  })
  setTimer()
  return {
    stop() {
      isStopped = true
      cancel()
      unsubscribe()
    },
  }
}
