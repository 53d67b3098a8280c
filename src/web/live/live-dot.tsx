import { clockTime } from '../../domain/night/schedule.ts'
import { useZone } from '../ui/time.tsx'
import type { LiveStatus } from './live-store.ts'
import { useLiveStatus } from './use-live-view.ts'

/** Connection status: 'Live' only while `isNight`, trouble always. Screen readers are told of 'Offline' only. */
export function LiveDot({ isNight = false }: { isNight?: boolean }) {
  const status = useLiveStatus()
  const zone = useZone()
  const words = status.state === 'live' && !isNight ? '' : liveWords(status, zone)
  const isOffline = status.state === 'offline'
  return (
    <p className="live-dot" data-state={status.state}>
      {words && <span className="live-dot-mark" aria-hidden="true" />}
      <span aria-hidden={isOffline}>{words}</span>
      <span className="sr-only" aria-live="polite">
        {isOffline ? words : ''}
      </span>
    </p>
  )
}

export function liveWords({ state, asOf }: LiveStatus, zone = ''): string {
  if (state === 'live') return 'Live'
  if (state === 'reconnecting') return 'Reconnecting…'
  if (state === 'connecting') return ''
  return asOf ? `Offline · as of ${clockTime(asOf, zone)}` : 'Offline · an older copy'
}
