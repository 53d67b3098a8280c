import { type ComponentProps, lazy, Suspense } from 'react'
import { useFollowedTeam } from './follow.tsx'
import type { FollowCard } from './follow-card.tsx'
import type { PushOfferProps } from './push-offer.tsx'

type CardProps = ComponentProps<typeof FollowCard>

/** Code-split: only devices that follow a team load them. A page that cannot load them does without. */
const Card = lazy(async () => ({
  default: await import('./follow-card.tsx').then(
    ({ FollowCard }) => FollowCard,
    () => (_: CardProps) => null,
  ),
}))
const Offer = lazy(async () => ({
  default: await import('./push-offer.tsx').then(
    ({ PushOffer }) => PushOffer,
    () => (_: PushOfferProps) => null,
  ),
}))

export function LazyFollowCard(props: CardProps) {
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
        <Offer team={team} link={link} />
      </section>
    </Suspense>
  )
}
