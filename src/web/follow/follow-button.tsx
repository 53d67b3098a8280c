import { Star } from 'lucide-react'
import type { TeamId } from '../../domain/cup.ts'
import { follow, useFollowedTeam } from './follow.ts'

/** Follows a team on this device, or stops. */
export function FollowButton({ team, label }: { team: TeamId; label: string }) {
  const isFollowed = useFollowedTeam() === team
  const words = isFollowed ? 'Following' : 'Follow'
  return (
    <button
      type="button"
      className="needs-script button button-quiet shrink-0"
      aria-pressed={isFollowed}
      aria-label={`${words} ${label}`}
      onClick={() => follow(isFollowed ? undefined : team)}
    >
      <Star aria-hidden="true" size={18} className={isFollowed ? 'fill-current text-ball' : ''} />
      {words}
    </button>
  )
}
