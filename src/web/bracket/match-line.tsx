import type { ComponentType, ReactNode } from 'react'
import { type Draw, isTeam, type Match, type Side, winnerOf } from '../../domain/cup.ts'
import { sideLabel, wonWords } from '../../domain/teams/names.ts'
import { Names as WholeNames } from '../ui/unbroken-names.tsx'

type MatchLineProps = {
  draw: Pick<Draw, 'teams'>
  match: Match
  /** Before the names: a table, a time, a round; '' reserves the space. */
  lead?: ReactNode
  /** Below the names. */
  foot?: string
  /** The names of a side, for layouts that scale them by their width. */
  Names?: ComponentType<{ label: string }>
}

/** A match in one line of a list: the winner first and bold, or both sides with 'vs'. */
export function MatchLine({ draw, match, lead, foot, Names = WholeNames }: MatchLineProps) {
  const winner = winnerOf(match)
  const name = (side: Side) => (
    <bdi>
      <Names label={sideLabel(draw.teams, side)} />
    </bdi>
  )
  const [one, two] = match.sides
  const loser = winner === one ? two : one
  return (
    <li className="match-line">
      {lead !== undefined && <span className="match-line-lead">{lead}</span>}
      {winner ? (
        <span>
          <strong>{name(winner)}</strong>{' '}
          <span className="text-muted">
            {isTeam(loser) ? (
              <>
                {wonWords(match)} {name(loser)}
              </>
            ) : (
              'goes through'
            )}
          </span>
          {foot && <span className="block text-sm text-muted">{foot}</span>}
        </span>
      ) : (
        <span>
          {name(one)} <span className="text-muted">vs</span> {name(two)}
        </span>
      )}
    </li>
  )
}
