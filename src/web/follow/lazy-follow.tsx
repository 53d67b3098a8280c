import { type ComponentProps, lazy, Suspense } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { useFollowedTeam } from './follow.tsx'
import type { FollowCard } from './follow-card.tsx'

type Props = ComponentProps<typeof FollowCard>

const Card = lazy(async () => ({ default: await loadCard() }))

/** Code-split: loaded only by those who follow a team. If it cannot be loaded, the page does without it. */
function loadCard() {
  return import('./follow-card.tsx').then(
    ({ FollowCard }) => FollowCard,
    () => (_: Props) => null,
  )
}

export function LazyFollowCard(props: Props) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}

const Offer = lazy(async () => ({ default: await loadOffer() }))

function loadOffer() {
  return import('./push-offer.tsx').then(
    ({ PushOffer }) => PushOffer,
    () => (_: { team: TeamId }) => null,
  )
}

/** On a team's own pages: offers push notifications to the device that follows it. */
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
