import { Trophy } from 'lucide-react'
import { type CSSProperties, Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Draw,
  isTeam,
  type Match,
  type Settings,
  type Side,
  type SideNumber,
  sideOf,
  TBD,
  type TeamId,
} from '../../../domain/cup.ts'
import { firstMatchOf, isBye, matchesOf, readerOf } from '../../../domain/draw/draw-reader.ts'
import { nowPlaying } from '../../../domain/draw/tables.ts'
import { sideLabel, sideNames, wonWords } from '../../../domain/teams/names.ts'
import { lotsWords, lotWords } from '../../lots/lots-banner.tsx'
import { type Lots, lotsState } from '../../lots/use-lots.ts'
import { Court } from '../../ui/court.tsx'
import { chime } from './sound-switch.tsx'
import { Players } from './team-names.tsx'

type Moment = { readonly kind: 'call' | 'final' | 'result'; readonly keys: readonly string[] }

const shownMs = { call: 8_000, final: 20_000, result: 3_000 } as const

/** One revision with more results than this is a restore, not a tap. */
const mostResults = 3

/** A queue of what takes over the whole screen: calls, simultaneous ones together, the final's, and results. */
export function Moments({ draw }: { draw: Draw }) {
  const moment = useMoments(draw, chime)
  const matches = draw.rounds.flatMap((round) => round.matches.filter((match) => isIn(moment, match)))
  if (!moment || matches.length === 0) return null
  if (moment.kind === 'result') return <ResultMoment draw={draw} match={matches[0] as Match} />
  if (moment.kind === 'final') return <FinalMoment draw={draw} match={matches[0] as Match} />
  return (
    <section
      className="tv-call"
      aria-label="Called now"
      style={{ '--calls': matches.length } as CSSProperties}
    >
      {matches.map(({ id, table, sides }) => (
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

/** What has happened before the page was opened does not count. */
function useMoments(draw: Pick<Draw, 'rounds'>, onCall: () => void): Moment | undefined {
  const known = useRef<ReadonlySet<string>>(undefined)
  const [queue, setQueue] = useState<readonly Moment[]>([])
  const [first] = queue
  const tell = useEffectEvent(onCall)

  useEffect(() => {
    const playing = nowPlaying(draw)
    const decided = draw.rounds.slice(0, -1).flatMap(({ matches }) => matches.filter(hasResult))
    const before = known.current
    known.current = new Set([...playing.map(callOf), ...decided.map(resultOf)])
    if (!before) return
    const isNews = (key: string) => !before.has(key)
    const results = decided.map(resultOf).filter(isNews)
    const calls = playing.filter((match) => isNews(callOf(match)))
    const final = calls.filter(({ round }) => round === draw.rounds.length - 1)
    setQueue((waiting) => [
      ...withCalls(waiting, calls.filter((call) => !final.includes(call)).map(callOf)),
      ...final.map((match) => ({ kind: 'final', keys: [callOf(match)] }) as const),
      ...results.slice(0, results.length > mostResults ? 0 : undefined).map(resultMoment),
    ])
    if (calls.length > 0) tell()
  }, [draw])

  useEffect(() => {
    if (!first) return
    const timer = setTimeout(() => setQueue(([, ...rest]) => rest), shownMs[first.kind])
    return () => clearTimeout(timer)
  }, [first])

  return first
}

/** Calls that are on the screen, or next, are joined by further ones. */
function withCalls(queue: readonly Moment[], calls: readonly string[]): readonly Moment[] {
  if (calls.length === 0) return queue
  const last = queue.at(-1)
  if (last?.kind !== 'call') return [...queue, { kind: 'call', keys: calls }]
  return [...queue.slice(0, -1), { kind: 'call', keys: [...last.keys, ...calls] }]
}

function resultMoment(key: string): Moment {
  return { kind: 'result', keys: [key] }
}

function isIn(moment: Moment | undefined, match: Match): boolean {
  return moment?.keys.includes(moment.kind === 'result' ? resultOf(match) : callOf(match)) ?? false
}

function hasResult(match: Match): boolean {
  return match.decidedAt !== undefined && !isBye(match)
}

function callOf({ id, table, calledAt }: Match): string {
  return `${id} ${table} ${calledAt}`
}

function resultOf({ id, winner, decidedAt }: Match): string {
  return `${id} ${winner} ${decidedAt}`
}

type MatchMomentProps = { draw: Draw; match: Match }

function ResultMoment({ draw, match }: MatchMomentProps) {
  const { teams, rounds } = draw
  const [winner, loser] = match.winner === 2 ? match.sides.toReversed() : match.sides
  return (
    <section className="tv-call tv-result" aria-label="Result">
      <div>
        <h2>{rounds[match.round]?.name}</h2>
        <p>
          <Players teams={teams} team={winner ?? TBD} />
        </p>
        <p className="tv-call-vs">
          {wonWords(match)} <bdi>{sideLabel(teams, loser ?? TBD)}</bdi>
        </p>
      </div>
    </section>
  )
}

/** The call of the final, with each team's way there. */
function FinalMoment({ draw, match }: MatchMomentProps) {
  const [one, two] = match.sides
  return (
    <section className="tv-call tv-final" aria-label="Called now">
      <h2>
        The final <small>Table {match.table}</small>
      </h2>
      <Finalists draw={draw} team={one} />
      <p className="tv-call-vs">vs</p>
      <Finalists draw={draw} team={two} />
    </section>
  )
}

function Finalists({ draw, team }: { draw: Draw; team: Side }) {
  const first = firstMatchOf(draw, team)
  const way = first ? matchesOf(readerOf(draw), team, first).filter(hasResult) : []
  return (
    <div>
      <p>
        <Players teams={draw.teams} team={team} />
      </p>
      <ul>
        {way.map((match) => (
          <li key={match.id}>
            {wonWords(match)}{' '}
            <bdi>{sideLabel(draw.teams, match.sides.find((side) => side !== team) ?? TBD)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
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
