import type { ReactNode } from 'react'
import { type Draw, roundNameOf, type Settings } from '../../../domain/cup.ts'
import {
  type Call,
  type Calls,
  type DecidedMatch,
  lengthText,
  matchesAsDecided,
  type NightNumbers,
  nightNumbers,
} from '../../../domain/night/as-it-went.ts'
import { clockTime } from '../../../domain/night/schedule.ts'
import { MatchLine } from '../../bracket/match-line.tsx'
import { PrintHead } from '../../bracket/print-sheets.tsx'
import { useZone, When } from '../../ui/time.tsx'

type HowItWentProps = {
  draw: Draw
  calls: Calls
  settings: Pick<Settings, 'editionTitle' | 'editionSeason'>
}

/** The night in numbers, and its matches as they were decided. Printed on a separate sheet. */
export function HowItWent({ draw, calls, settings }: HowItWentProps) {
  const decided = matchesAsDecided(draw)
  const zone = useZone()
  const timeOf = (at: string) => clockTime(at, zone)
  return (
    <section className="went" aria-labelledby="how-it-went">
      <PrintHead settings={settings} />
      <h2 id="how-it-went" className="display mb-4 text-[2.125rem]">
        How it went
      </h2>
      <Numbers numbers={nightNumbers(draw, calls)} />
      {decided.length > 0 && (
        <>
          {zone === 'UTC' && (
            <noscript>
              <p className="mt-3 text-muted">Times are universal time (UTC).</p>
            </noscript>
          )}
          <ol className="went-matches">
            {decided.map((match) => (
              <MatchLine
                key={match.id}
                draw={draw}
                match={match}
                lead={timeOf(match.decidedAt)}
                foot={wordsOf(draw, match, calls[match.id], timeOf)}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

/** 'Semi Finals · called 9:02 PM to table 3' */
function wordsOf(
  draw: Draw,
  match: DecidedMatch,
  call: Call | undefined,
  timeOf: (at: string) => string,
): string {
  const parts = [roundNameOf(draw, match), call && `called ${timeOf(call.at)} to table ${call.table}`]
  return parts.filter(Boolean).join(' · ')
}

function Numbers({ numbers: { teams, played, walkovers, byes, length } }: { numbers: NightNumbers }) {
  return (
    <>
      <dl className="went-numbers">
        <Figure label={teams === 1 ? 'Team' : 'Teams'}>{teams}</Figure>
        <Figure label={played === 1 ? 'Match played' : 'Matches played'}>{played}</Figure>
        <Figure label={walkovers === 1 ? 'Walkover' : 'Walkovers'}>{walkovers}</Figure>
        <Figure label={byes === 1 ? 'Bye' : 'Byes'}>{byes}</Figure>
        {length && (
          <Figure label={`From the first ${length.begins} to the final`}>{lengthText(length)}</Figure>
        )}
      </dl>
      {length && (
        <p className="mt-3 text-muted">
          <When at={length.from} /> to <When at={length.until} />
        </p>
      )}
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
