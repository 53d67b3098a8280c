import { Trophy } from 'lucide-react'
import type { Draw, TeamId } from '../../domain/cup.ts'
import { sideLabel } from '../../domain/teams/names.ts'

/** The champion's moment: the final is decided. */
export function Champion({ draw, team, className = '' }: { draw: Draw; team: TeamId; className?: string }) {
  return (
    <div className={`champion ${className}`}>
      <Trophy aria-hidden="true" className="champion-cup" strokeWidth={1.5} />
      <p className="champion-title">Champions</p>
      <p className="champion-name">
        <bdi>{sideLabel(draw.teams, team)}</bdi>
      </p>
    </div>
  )
}
