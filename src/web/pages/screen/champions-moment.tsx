import { Trophy } from 'lucide-react'
import { Fragment } from 'react'
import type { Draw, Settings, TeamId } from '../../../domain/cup.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { Court } from '../../ui/court.tsx'

type MomentProps = { draw: Pick<Draw, 'teams'>; settings: Settings; champion: TeamId }

/** The champions' names across the bar's whole screen. */
export function ChampionsMoment({ draw, settings, champion }: MomentProps) {
  const players = draw.teams[champion]?.players ?? []
  return (
    <section className="tv-moment" aria-label="The champions">
      <Court className="tv-court" />
      <p className="tv-moment-title">
        <Trophy aria-hidden="true" strokeWidth={2} /> Champions
      </p>
      <p className="tv-moment-name">
        {(players.length > 0 ? players : [sideLabel(draw.teams, champion)]).map((player, place) => (
          <Fragment key={place === 0 ? 'first' : 'second'}>
            {place > 0 && <span className="sr-only"> and </span>}
            <bdi>{player}</bdi>
          </Fragment>
        ))}
      </p>
      <p className="tv-moment-season">
        {settings.editionTitle} · {settings.editionSeason}
      </p>
    </section>
  )
}
