import { type ComponentProps, lazy, Suspense } from 'react'
import type { FollowCard } from './follow-card.tsx'

type Props = ComponentProps<typeof FollowCard>

const Card = lazy(async () => ({ default: await loadCard() }))

/** The card's script comes only to those who follow a team. Without a network the page does without it. */
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
