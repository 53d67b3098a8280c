import { Trophy } from 'lucide-react'
import type { Draw, Settings, TeamId } from '../../../domain/cup.ts'
import { Court } from '../../ui/court.tsx'
import { Players } from './team-names.tsx'

type MomentProps = { draw: Pick<Draw, 'teams'>; settings: Settings; champion: TeamId }

/** The champions' names across the bar's whole screen. */
export function ChampionsMoment({ draw, settings, champion }: MomentProps) {
  return (
    <section className="tv-moment" aria-label="The champions">
      <Court className="tv-court" />
      <p className="tv-moment-title">
        <Trophy aria-hidden="true" strokeWidth={2} /> Champions
      </p>
      <p className="tv-moment-name">
        <Players teams={draw.teams} team={champion} />
      </p>
      <p className="tv-moment-season">
        {settings.editionTitle} · {settings.editionSeason}
      </p>
    </section>
  )
}
