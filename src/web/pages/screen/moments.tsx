import { Trophy } from 'lucide-react'
import { type CSSProperties, Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Draw,
  isTeam,
  type Match,
  type Settings,
  type SideNumber,
  sideOf,
  type TeamId,
} from '../../../domain/cup.ts'
import { nowPlaying } from '../../../domain/draw/tables.ts'
import { sideLabel, sideNames } from '../../../domain/teams/names.ts'
import { lotsWords, lotWords } from '../../lots/lots-banner.tsx'
import { type Lots, lotsState } from '../../lots/use-lots.ts'
import { Court } from '../../ui/court.tsx'
import { chime } from './sound-switch.tsx'
import { Players } from './team-names.tsx'

/** A call takes over the whole screen for 8 s; simultaneous calls share it. */
export function CallMoment({ draw }: { draw: Draw }) {
  const calls = useCalls(draw, chime)
  if (calls.length === 0) return null
  return (
    <section className="tv-call" aria-label="Called now" style={{ '--calls': calls.length } as CSSProperties}>
      {calls.map(({ id, table, sides }) => (
        <div key={id}>
          <h2>Table {table}</h2>
          <p>
            <Players teams={draw.teams} team={sides[0]} />
          </p>
          <p className="tv-call-vs">vs</p>
          <p>
            <Players teams={draw.teams} team={sides[1]} />
          </p>
        </div>
      ))}
    </section>
  )
}

const shownMs = 8_000

/** Matches called, or called again, within the last 8 s; calls from before the page was opened do not count. */
function useCalls(draw: Pick<Draw, 'rounds'>, onCall: () => void): Match[] {
  const heard = useRef<ReadonlySet<string>>(undefined)
  const [fresh, setFresh] = useState<readonly string[]>([])
  const tell = useEffectEvent(onCall)

  useEffect(() => {
    const calls = nowPlaying(draw).map(callOf)
    const before = heard.current
    heard.current = new Set(calls)
    const news = before ? calls.filter((call) => !before.has(call)) : []
    if (news.length === 0) return
    setFresh((shown) => [...shown, ...news])
    tell()
  }, [draw])

  useEffect(() => {
    if (fresh.length === 0) return
    const timer = setTimeout(() => setFresh([]), shownMs)
    return () => clearTimeout(timer)
  }, [fresh])

  return nowPlaying(draw).filter((match) => fresh.includes(callOf(match)))
}

function callOf({ id, table, calledAt }: Match): string {
  return `${id} ${table} ${calledAt}`
}

type ChampionsMomentProps = { draw: Pick<Draw, 'teams'>; settings: Settings; champion: TeamId }

/** The champions' names across the bar's whole screen. */
export function ChampionsMoment({ draw, settings, champion }: ChampionsMomentProps) {
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

/** More would be unreadable from five metres. */
const matchesShown = 8

type LotsMomentProps = { draw: Draw; lots: Lots }

/** While lots fall, the whole screen: the latest one, and the matches it fills. */
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
  const lines = sideNames(draw.teams, team)
  const longest = Math.max(...lines.map((line) => line.length))
  return (
    <span
      className="tv-lot-name"
      data-long={longest > 14 || undefined}
      data-longer={longest > 26 || undefined}
    >
      {lines.map((line, place) => (
        <Fragment key={place === 0 ? 'first' : 'second'}>
          {place > 0 && <span className="sr-only"> and </span>}
          <bdi>{line}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

function LotSide({ draw, match, side }: { draw: Draw; match: Match; side: SideNumber }) {
  const team = sideOf(match, side)
  const name = isTeam(team) || team === 'BYE' ? sideLabel(draw.teams, team) : '–'
  return (
    <bdi
      className="tv-lot-side"
      data-side={side}
      data-waiting={!isTeam(team) || undefined}
      data-long={name.length > 26 || undefined}
    >
      {name}
    </bdi>
  )
}
