import { type ComponentProps, Suspense } from 'react'
import { lazily } from '../lazily.ts'
import { useFollowedTeam } from './follow.tsx'
import type { PushOfferProps } from './push-offer.tsx'

// Only devices that follow a team load them.
const Card = lazily(() => import('./follow-card.tsx').then((file) => file.FollowCard))
const Offer = lazily(() => import('./push-offer.tsx').then((file) => file.PushOffer))

export function LazyFollowCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}

/** On a team's own pages: offers push notifications to the device that follows it. */
export function OwnPushOffer({ team, link, className }: Required<PushOfferProps> & { className: string }) {
  if (useFollowedTeam() !== team) return null
  return (
    <Suspense>
      <section aria-label="Notifications" className={`own-offer ${className}`}>
        <Offer key={team} team={team} link={link} />
      </section>
    </Suspense>
  )
}
