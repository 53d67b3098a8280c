import { useState } from 'react'
import {
  type Draw,
  isTeam,
  type Match,
  matchAt,
  roundNameOf,
  type Settings,
  type SideNumber,
  sideOf,
} from '../../../domain/cup.ts'
import { feederOf, isBye, nextPlace } from '../../../domain/draw/draw-reader.ts'
import type { Call } from '../../../domain/night/as-it-went.ts'
import { eitherOf, waitWords } from '../../../domain/night/follow-words.ts'
import { otherPlace, possibleTeams } from '../../../domain/night/outlook.ts'
import { clockTime, type ScheduleSettings } from '../../../domain/night/schedule.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { sideState } from '../../bracket/side.tsx'
import { FollowButton } from '../../follow/follow.tsx'
import { PictureButton } from '../../pictures/picture-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { useClock, useZone } from '../../ui/time.tsx'
import { Names, unbrokenNames } from '../../ui/unbroken-names.tsx'

type MatchDialogProps = {
  draw: Draw
  /** The cup's name, for pictures. */
  settings: Pick<Settings, 'editionTitle' | 'editionSeason'>
  /** Undefined for past draws, which have no expected times and no Follow buttons. */
  plan: ScheduleSettings | undefined
  match: Match | undefined
  /** The address to share. */
  matchHref: (match: Match) => string
  /** Its last call, if recorded. */
  call?: Call | undefined
  onClose: () => void
}

/** Details of a match: sides, time, table, next opponent; follow a side, share the match. */
export function MatchDialog({
  draw,
  settings,
  plan,
  match: opened,
  matchHref,
  call,
  onClose,
}: MatchDialogProps) {
  const now = useClock()
  const zone = useZone()
  // Stays mounted with its last match, so that the browser can close it and restore the focus.
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  const match = opened ?? last
  if (!match) return null
  const round = roundNameOf(draw, match)
  const title = `${round}${(draw.rounds[match.round]?.matches.length ?? 0) > 1 ? `, match ${match.index + 1}` : ''}`
  return (
    <Dialog
      open={opened !== undefined}
      onClose={onClose}
      title={title}
      actions={
        <>
          {match.winner && match.sides.every(isTeam) && (
            <PictureButton
              key={match.id}
              subject={{ kind: 'match', draw, settings, match }}
              className="button button-quiet"
            />
          )}
          <ShareButton title={title} path={matchHref(match)} className="button button-quiet">
            Share this match
          </ShareButton>
        </>
      }
    >
      <ul className="grid gap-2">
        <SideLine draw={draw} match={match} side={1} canFollow={plan !== undefined} />
        <li className="text-sm text-muted">vs</li>
        <SideLine draw={draw} match={match} side={2} canFollow={plan !== undefined} />
      </ul>
      <p className="text-muted">
        {call && `Called at ${clockTime(call.at, zone)} to table ${call.table}. `}
        {unbrokenNames(whenAndWhere({ draw, plan, match, now, zone }), draw)}
      </p>
    </Dialog>
  )
}

type SideLineProps = { draw: Draw; match: Match; side: SideNumber; canFollow: boolean }

function SideLine({ draw, match, side, canFollow }: SideLineProps) {
  const team = sideOf(match, side)
  const state = sideState(match, side)
  const label = sideLabel(draw.teams, team)
  const place = { round: match.round, index: match.index, side }
  const could = !isTeam(team) && feederOf(place) ? possibleTeams(draw, place) : []
  return (
    <li className="flex min-h-touch items-center justify-between gap-3">
      <span
        className={
          state === 'winner' ? 'text-lg font-bold' : state === 'loser' ? 'text-lg text-muted' : 'text-lg'
        }
      >
        <bdi>
          <Names label={label} />
        </bdi>
        {state === 'winner' && <span className="ml-2 text-sm text-ball">won</span>}
        {could.length > 0 && <span className="block text-sm text-muted">{eitherOf(draw.teams, could)}</span>}
      </span>
      {canFollow && isTeam(team) && <FollowButton team={team} label={label} />}
    </li>
  )
}

type WhenParts = {
  draw: Draw
  plan: ScheduleSettings | undefined
  match: Match
  now: Date | undefined
  zone: string
}

function whenAndWhere({ draw, plan, match, now, zone }: WhenParts): string {
  const next = nextPlace(match, draw.rounds.length)
  const after = next && possibleTeams(draw, otherPlace(next))
  const hasMet = !plan || (next && matchAt(draw, next)?.winner !== undefined)
  const meets =
    after && after.length > 0 ? `The winner ${hasMet ? 'met' : 'meets'} ${eitherOf(draw.teams, after)}.` : ''
  if (isBye(match)) return `A bye: through without a match. ${meets}`
  if (match.winner) {
    const how = match.walkover ? 'Walkover' : 'Decided'
    return `${how}${match.decidedAt ? ` at ${clockTime(match.decidedAt, zone)}` : ''}. ${meets}`
  }
  if (!plan) return 'It was not played.'
  const where = match.table ? `Now on table ${match.table}.` : `When: ${waitWords(draw, plan, match, now)}.`
  return `${where} ${meets}`.trim()
}
