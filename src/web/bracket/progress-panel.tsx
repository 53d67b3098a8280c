import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Draw, Settings } from '../../domain/cup.ts'
import { nowPlaying, queueOf } from '../../domain/draw/tables.ts'
import { estimateEnd } from '../../domain/night/estimate.ts'
import { championOf, currentRound, latestResults, roundProgress } from '../../domain/night/progress.ts'
import { clockTime, useClock } from '../ui/use-clock.ts'
import { MatchLine } from './match-line.tsx'
import { plannedFinal, plannedTime } from './planned-time.ts'
import { shortRoundName } from './side-words.ts'

type ProgressPanelProps = { draw: Draw; settings: Settings }

/** 'Round of 32 · 9 of 16 played', and behind it what is on, what is next, the latest results and when it may end. */
export function ProgressPanel({ draw, settings }: ProgressPanelProps) {
  const current = currentRound(draw)
  const playing = nowPlaying(draw)
  const queue = queueOf(draw).slice(0, 4)
  const results = latestResults(draw, 5)
  const all = roundProgress(draw)
  const played = all.reduce((sum, round) => sum + round.played, 0)
  const total = all.reduce((sum, round) => sum + round.total, 0)
  if (!current) return null
  return (
    <details className="progress-panel">
      <summary>
        <span className="progress-words">
          {championOf(draw) ? (
            <>
              <b>Played to the end</b>
              {total > 0 && ` · ${total} of ${total}`}
            </>
          ) : (
            <>
              <b>{current.name}</b> · {current.played} of {current.total} played
            </>
          )}
        </span>
        <progress className="progress-line" value={played} max={Math.max(total, 1)} aria-hidden="true" />
        <ChevronDown className="progress-chevron" aria-hidden="true" size={20} />
      </summary>
      <div className="progress-more">
        {playing.length > 0 && (
          <Part title="Now playing">
            {playing.map((match) => (
              <MatchLine key={match.id} draw={draw} match={match} lead={`Table ${match.table}`} />
            ))}
          </Part>
        )}
        {queue.length > 0 && (
          <Part title="Up next">
            {queue.map((match) => (
              <MatchLine key={match.id} draw={draw} match={match} lead={plannedTime(draw, settings, match)} />
            ))}
          </Part>
        )}
        {results.length > 0 && (
          <Part title="Latest results">
            {results.map((match) => (
              <MatchLine
                key={match.id}
                draw={draw}
                match={match}
                lead={shortRoundName(draw.rounds[match.round]?.name ?? '')}
              />
            ))}
          </Part>
        )}
        <div>
          <h2 className="progress-title">The night</h2>
          <ul className="progress-list">
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="progress-title">{title}</h2>
      <ul className="progress-list">{children}</ul>
    </div>
  )
}

/** When the final is planned, and when it comes at the pace so far: two times, each called what it is. */
export function EndWords({ draw, settings }: ProgressPanelProps) {
  const now = useClock()
  if (championOf(draw)) return null
  const planned = plannedFinal(draw, settings)
  const estimate = now && estimateEnd(draw, { now: now.toISOString(), tables: settings.scheduleGroupSize })
  return (
    <>
      {planned && `The final is planned for ${planned}. `}
      {estimate && `At the pace so far it ends about ${clockTime(estimate)}.`}
    </>
  )
}
