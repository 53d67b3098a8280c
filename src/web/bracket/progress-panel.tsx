import { ChevronDown } from 'lucide-react'
import { type Draw, type Match, roundNameOf, type Settings } from '../../domain/cup.ts'
import { nowPlaying, queueOf } from '../../domain/draw/tables.ts'
import { endWords, expectedTimes } from '../../domain/night/expected-times.ts'
import type { RoundProgress } from '../../domain/night/progress.ts'
import { championOf, currentRound, latestResults, roundProgress } from '../../domain/night/progress.ts'
import { clockTime } from '../../domain/night/schedule.ts'
import { useClock } from '../ui/time.tsx'
import { MatchLine } from './match-line.tsx'
import { shortRoundName } from './side.tsx'

type ProgressPanelProps = { draw: Draw; settings: Settings }

/** 'Round of 32 · 9 of 16 played'; unfolded: current and next matches, latest results, expected end. */
export function ProgressPanel({ draw, settings }: ProgressPanelProps) {
  const timeOf = useExpectedStart(draw, settings)
  const current = currentRound(draw)
  const all = roundProgress(draw).filter(({ total }) => total > 0)
  const played = all.reduce((sum, round) => sum + round.played, 0)
  const total = all.reduce((sum, round) => sum + round.total, 0)
  if (!current) return null
  const tableOf = ({ table }: Match) => `Table ${table}`
  const roundOf = (match: Match) => shortRoundName(roundNameOf(draw, match))
  return (
    <details className="progress-panel">
      <summary>
        <span className="progress-words">
          {championOf(draw) ? (
            <>
              <b>Finished</b>
              {total > 0 && ` · ${played} of ${total}`}
            </>
          ) : (
            <RoundWords round={current} />
          )}
        </span>
        <progress className="progress-line" value={played} max={Math.max(total, 1)} aria-hidden="true" />
        <ChevronDown className="progress-chevron" aria-hidden="true" size={20} />
      </summary>
      <div className="progress-more">
        <Part title="Now playing" draw={draw} matches={nowPlaying(draw)} lead={tableOf} />
        <Part title="Up next" draw={draw} matches={queueOf(draw).slice(0, 4)} lead={timeOf} />
        <Part title="Latest results" draw={draw} matches={latestResults(draw, 5)} lead={roundOf} />
        <div>
          <h2 className="progress-title">The night</h2>
          <ul>
            {all.map(({ round, name, played, total }) => (
              <li key={round} className="match-line">
                <span className="match-line-lead">
                  {played} of {total}
                </span>
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-muted">
            <EndWords draw={draw} settings={settings} />
          </p>
        </div>
      </div>
    </details>
  )
}

type PartProps = {
  title: string
  draw: Draw
  matches: readonly Match[]
  lead: (match: Match) => string | undefined
}

function Part({ title, draw, matches, lead }: PartProps) {
  if (matches.length === 0) return null
  return (
    <div>
      <h2 className="progress-title">{title}</h2>
      <ul>
        {matches.map((match) => (
          <MatchLine key={match.id} draw={draw} match={match} lead={lead(match)} />
        ))}
      </ul>
    </div>
  )
}

/** The expected start of a match as a clock time; '' while unknown. */
export function useExpectedStart(draw: Draw, settings: Settings): (match: Match) => string {
  const now = useClock()
  const times = now && expectedTimes(draw, settings, now)
  return (match) => {
    const start = times?.start(match)
    return start ? clockTime(start, settings.timeZone) : ''
  }
}

export function EndWords({ draw, settings }: ProgressPanelProps) {
  const now = useClock()
  return now && endWords(draw, settings, now)
}

/** 'Eights · 5 of 8 played'; 'no match to play' in a draw of one team. */
export function RoundWords({ round: { name, played, total } }: { round: RoundProgress }) {
  return (
    <>
      <b>{name}</b> · {total > 0 ? `${played} of ${total} played` : 'no match to play'}
    </>
  )
}
