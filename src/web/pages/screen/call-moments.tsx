import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draw, loserOf, type Match, roundNameOf, type Side, TBD, winnerOf } from '../../../domain/cup.ts'
import { isBye, matchesOf } from '../../../domain/draw/draw-reader.ts'
import { nowPlaying } from '../../../domain/draw/tables.ts'
import { sideLabel, wonWords } from '../../../domain/teams/names.ts'
import { chime } from './sound-switch.tsx'
import { People, Players } from './team-names.tsx'

type Moment = { readonly kind: 'call' | 'final' | 'result'; readonly keys: readonly string[] }

const shownMs = { call: 8_000, final: 20_000, result: 3_000 } as const

/** One revision with more results than this is a restore, not a tap. */
const mostResults = 3

/** Queue of full-screen announcements: calls (simultaneous ones together), the call of the final, and results. */
export function CallMoments({ draw }: { draw: Draw }) {
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

/** The first draw is the baseline: only later calls and results are queued, each once, also if a take-back restores it. */
function useMoments(draw: Pick<Draw, 'rounds'>, onCall: () => void): Moment | undefined {
  const known = useRef<ReadonlySet<string>>(undefined)
  const [queue, setQueue] = useState<readonly Moment[]>([])
  const [first] = queue
  const tell = useEffectEvent(onCall)

  useEffect(() => {
    const playing = nowPlaying(draw)
    const decided = draw.rounds.slice(0, -1).flatMap(({ matches }) => matches.filter(hasResult))
    const before = known.current
    known.current = new Set([...(before ?? []), ...playing.map(callOf), ...decided.map(resultOf)])
    if (!before) return
    const isNews = (key: string) => !before.has(key)
    const results = decided.map(resultOf).filter(isNews)
    const calls = playing.filter((match) => isNews(callOf(match)))
    const final = calls.filter(({ round }) => round === draw.rounds.length - 1)
    setQueue((waiting) => [
      ...withCalls(waiting, calls.filter((call) => !final.includes(call)).map(callOf)),
      ...final.map((match) => ({ kind: 'final', keys: [callOf(match)] }) as const),
      ...(results.length > mostResults ? [] : results).map(
        (key) => ({ kind: 'result', keys: [key] }) as const,
      ),
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

/** Joins further calls to the last moment in the queue, if that is one of calls. */
function withCalls(queue: readonly Moment[], calls: readonly string[]): readonly Moment[] {
  if (calls.length === 0) return queue
  const last = queue.at(-1)
  if (last?.kind !== 'call') return [...queue, { kind: 'call', keys: calls }]
  return [...queue.slice(0, -1), { kind: 'call', keys: [...last.keys, ...calls] }]
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
  const { teams } = draw
  return (
    <section className="tv-call tv-result" aria-label="Result">
      <div>
        <h2>{roundNameOf(draw, match)}</h2>
        <p>
          <Players teams={teams} team={winnerOf(match) ?? TBD} />
        </p>
        <p className="tv-call-vs">
          {wonWords(match)}{' '}
          <bdi>
            <People label={sideLabel(teams, loserOf(match) ?? TBD)} />
          </bdi>
        </p>
      </div>
    </section>
  )
}

/** The call of the final, with each team's earlier wins. */
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
  const way = matchesOf(draw, team).filter(hasResult)
  return (
    <div>
      <p>
        <Players teams={draw.teams} team={team} />
      </p>
      <ul>
        {way.map((match) => (
          <li key={match.id}>
            {wonWords(match)}{' '}
            <bdi>
              <People label={sideLabel(draw.teams, match.sides.find((side) => side !== team) ?? TBD)} />
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
