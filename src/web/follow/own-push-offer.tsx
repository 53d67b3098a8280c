import { lazy, Suspense } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { useFollowedTeam } from './follow.ts'

const Offer = lazy(async () => ({ default: await loadOffer() }))

/** Without a network the page does without it. */
function loadOffer() {
  return import('./push-offer.tsx').then(
    ({ PushOffer }) => PushOffer,
    () => (_: { team: TeamId }) => null,
  )
}

/** Where a team reads about its own entry, from registering on: the device that follows it can be told of its calls. */
export function OwnPushOffer({ team, className }: { team: TeamId; className: string }) {
  if (useFollowedTeam() !== team) return null
  return (
    <Suspense>
      <section aria-label="Notifications" className={`own-offer ${className}`}>
        <Offer team={team} />
      </section>
    </Suspense>
  )
}
