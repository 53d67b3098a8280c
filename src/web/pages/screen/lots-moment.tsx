import { type Draw, isTeam, type Match, type SideNumber, sideOf } from '../../../domain/cup.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { lotsWords, lotWords } from '../../lots/lots-banner.tsx'
import { type Lots, lotsState } from '../../lots/use-lots.ts'
import { People, Players } from './team-names.tsx'

/** More would be unreadable from five metres. */
const matchesShown = 8

type LotsMomentProps = { draw: Draw; lots: Lots }

/** Full screen while lots are drawn: the latest one, and the page of matches around it. */
export function LotsMoment({ draw, lots }: LotsMomentProps) {
  const { latest } = lots
  const matches = draw.rounds[0]?.matches ?? []
  const page = Math.floor((latest?.index ?? 0) / matchesShown) * matchesShown
  return (
    <section className="tv-lots" aria-label="The lots are being drawn" data-lots={lotsState(lots)}>
      <div className="tv-lot">
        <p className="tv-lot-count">{lotsWords(lots)}</p>
        {latest && (
          <p className="tv-lot-latest" key={lots.fallen}>
            <LotName draw={draw} match={matches[latest.index]} side={latest.side} />
            <span className="tv-lot-where">{lotWords(draw, latest).where}</span>
          </p>
        )}
      </div>
      <ol className="tv-lot-matches" start={page + 1}>
        {matches.slice(page, page + matchesShown).map((match) => (
          <li key={match.id} data-latest={match.index === latest?.index || undefined}>
            <span className="tv-lot-number">{match.index + 1}</span>
            <LotSide draw={draw} match={match} side={1} />
            <span className="tv-lot-vs">vs</span>
            <LotSide draw={draw} match={match} side={2} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function LotName({ draw, match, side }: { draw: Draw; match: Match | undefined; side: SideNumber }) {
  const team = match && sideOf(match, side)
  if (!team) return null
  return (
    <span className="tv-lot-name">
      <Players teams={draw.teams} team={team} isUpperCase />
    </span>
  )
}

function LotSide({ draw, match, side }: { draw: Draw; match: Match; side: SideNumber }) {
  const team = sideOf(match, side)
  const name = isTeam(team) || team === 'BYE' ? sideLabel(draw.teams, team) : '–'
  return (
    <bdi className="tv-lot-side" data-side={side} data-waiting={!isTeam(team) || undefined}>
      <People label={name} />
    </bdi>
  )
}
