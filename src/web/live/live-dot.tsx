import { clockTime } from '../../domain/night/schedule.ts'
import { useZone } from '../ui/time.tsx'
import type { LiveStatus } from './live-store.ts'
import { useLiveStatus } from './use-live-view.ts'

/** Says quietly whether the page is live. Only a connection lost for longer is spoken aloud. */
export function LiveDot() {
  const status = useLiveStatus()
  const words = liveWords(status, useZone())
  const isOffline = status.state === 'offline'
  return (
    <p className="live-dot" data-state={status.state}>
      <span className="live-dot-mark" aria-hidden="true" />
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
