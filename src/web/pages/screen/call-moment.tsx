import type { CSSProperties } from 'react'
import type { Draw } from '../../../domain/cup.ts'
import { chime } from './sound-switch.tsx'
import { Players } from './team-names.tsx'
import { useCalls } from './use-calls.ts'

/** A match that is called has the whole screen for some seconds; several called at once share it. */
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
