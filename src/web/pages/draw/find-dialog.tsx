import { useState } from 'react'
import { type Draw, roundNameOf, type TeamId } from '../../../domain/cup.ts'
import { outlookOf } from '../../../domain/night/outlook.ts'
import { FollowButton } from '../../follow/follow.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Names } from '../../ui/unbroken-names.tsx'
import { findTeams } from './find-in-draw.ts'

type FindDialogProps = {
  draw: Draw
  /** During the show, with the lots so far. */
  isBeingDrawn?: boolean
  open: boolean
  /** False for past draws. */
  canFollow?: boolean
  onClose: () => void
  onPick: (team: TeamId) => void
}

const mostListed = 128

/** Find a player or team, jump to it, follow it. */
export function FindDialog({
  draw,
  isBeingDrawn = false,
  open,
  canFollow = true,
  onClose,
  onPick,
}: FindDialogProps) {
  const [typed, setTyped] = useState('')
  // Mounted from the first opening on: a closed dialog restores the focus.
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  if (!open && !wasOpened) return null
  const all = open ? findTeams(draw, typed, mostListed + 1) : []
  const found = all.slice(0, mostListed)
  const hasMore = all.length > mostListed
  return (
    <Dialog open={open} onClose={onClose} title="Find a team">
      <Field
        label="Player or team"
        type="search"
        autoComplete="off"
        data-first=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Enter' && first) onPick(first.id)
        }}
      />
      <p className="sr-only" role="status">
        {open &&
          `${hasMore ? `More than ${mostListed}` : found.length} ${found.length === 1 ? 'team' : 'teams'} found`}
      </p>
      {open && found.length === 0 && (
        <p className="text-muted">Nobody by that name is {isBeingDrawn ? 'drawn yet' : 'in the draw'}.</p>
      )}
      <ul className="found-teams">
        {found.map(({ id, label }) => (
          <li key={id}>
            <button type="button" className="found-team" onClick={() => onPick(id)}>
              <bdi className="block font-semibold">
                <Names label={label} />
              </bdi>
              <span className="text-sm text-muted">{standing(draw, id)}</span>
            </button>
            {canFollow && <FollowButton team={id} label={label} />}
          </li>
        ))}
      </ul>
      {hasMore && <p className="text-muted">There are more. Type a name to find a team.</p>}
    </Dialog>
  )
}

function standing(draw: Draw, team: TeamId): string {
  const outlook = outlookOf(draw, team)
  if (outlook.state === 'champion') return 'Champions'
  if (outlook.state === 'out') return 'Out'
  if (outlook.state === 'alone') return 'Alone in the draw'
  if (!('match' in outlook)) return 'Not in the draw'
  const round = roundNameOf(draw, outlook.match)
  return outlook.state === 'playing' ? `${round} · now on table ${outlook.match.table}` : round
}
