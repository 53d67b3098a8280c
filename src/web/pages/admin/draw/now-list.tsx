import { Check, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { type Draw, type Match, matchAt, type SideNumber, sideOf } from '../../../../domain/cup.ts'
import { readerOf, withMatches } from '../../../../domain/draw/bracket.ts'
import { freeTables, nowPlaying, queueOf } from '../../../../domain/draw/tables.ts'
import { isWaitingBye } from '../../../../domain/draw/winners.ts'
import { messages, refusals } from '../../../../domain/messages.ts'
import { championOf } from '../../../../domain/night/progress.ts'
import { sideLabel } from '../../../../domain/teams/names.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, Hidden, useFailed } from '../../../forms/commands.tsx'
import type { Intents } from '../../../forms/intents.ts'
import { winnerTap } from './match-side.ts'
import { WinnerForm, winnerHint } from './winner-bracket.tsx'

export const nowIntents: Intents = {
  'advance-byes': {
    failure: messages.winnerFailed,
    give: ({ app, organiser, tap }) => app.advanceByes(tap, organiser),
  },
  call: {
    failure: 'The match could not be called. Please try again.',
    give({ app, organiser, text, tap }) {
      const [matchId, table] = [text('matchId'), Number.parseInt(text('table'), 10)]
      const target = { ...(matchId && { matchId }), ...(Number.isSafeInteger(table) && { table }) }
      return app.callMatch({ ...target, ...tap }, organiser)
    },
  },
  uncall: {
    failure: 'The match could not be called back. Please try again.',
    give: ({ app, organiser, text, tap }) => app.uncallMatch({ matchId: text('matchId'), ...tap }, organiser),
  },
}

type NowListProps = {
  draw: Draw
  tables: number
  /** Matches that were decided a moment ago, as they were before: they keep their place. */
  held: ReadonlyMap<string, Match>
}

/** What can be played now, first: matches on their tables, then who is called next. */
export function NowList({ draw, tables, held }: NowListProps) {
  const stillListed = withMatches(
    draw,
    [...held.values()].filter((match) => matchAt(draw, match)?.id === match.id),
  )
  const playing = nowPlaying(stillListed)
  const queue = queueOf(stillListed)
  // One that was decided a moment ago is still listed, but cannot be called any more.
  const waiting = queueOf(draw).length
  const [free] = freeTables(draw, tables)
  const reader = readerOf(draw)
  const waitingByes = draw.rounds[0]?.matches.filter((match) => isWaitingBye(reader, match)).length ?? 0
  const next = queue.slice(0, tables)
  const later = queue.slice(tables)
  return (
    <section aria-labelledby="now" className="mb-10">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="now" className="display text-3xl">
          Now
        </h2>
        <nav aria-label="On this page" className="flex gap-5">
          <JumpLink to="#draw">Draw</JumpLink>
          <JumpLink to="#tools">Tools</JumpLink>
        </nav>
      </div>
      {waitingByes > 0 && <AdvanceByes count={waitingByes} />}
      {playing.length > 0 && <MatchList draw={draw} matches={playing} />}
      {queue.length > 0 && (
        <>
          <div className="mt-5 mb-3 flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-lg font-semibold [font-size-adjust:ch-width_0.575]">
              Up next{' '}
              <span className="font-normal text-muted tabular-nums [font-size-adjust:ch-width_0.573]">
                ({waiting} waiting)
              </span>
            </h3>
            <CommandForm>
              <Hidden fields={{ table: free }} />
              <CommandButton
                name="intent"
                value="call"
                className="[font-size-adjust:ch-width_0.557]"
                disabledReason={
                  free === undefined
                    ? refusals['no-free-table']
                    : waiting === 0
                      ? refusals['nothing-to-call']
                      : undefined
                }
              >
                {free === undefined ? 'No free table' : `Call next to table ${free}`}
              </CommandButton>
            </CommandForm>
          </div>
          <MatchList draw={draw} matches={next} />
          {later.length > 0 && (
            <details className="mt-3">
              <summary className="inline-flex min-h-touch min-w-touch items-center font-semibold underline underline-offset-4">
                {later.length} more
              </summary>
              <MatchList draw={draw} matches={later} />
            </details>
          )}
        </>
      )}
      {playing.length === 0 && queue.length === 0 && <p className="text-lg text-muted">{quietWords(draw)}</p>}
    </section>
  )
}

function JumpLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-touch min-w-touch items-center font-semibold underline underline-offset-4"
    >
      {children}
    </a>
  )
}

function quietWords(draw: Draw): string {
  const champion = championOf(draw)
  if (champion) return `${messages.wonTheCup(sideLabel(draw.teams, champion))}.`
  return 'No match can be played yet.'
}

function AdvanceByes({ count }: { count: number }) {
  return (
    <CommandForm className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-3 pl-4">
      <p>{count === 1 ? '1 bye is' : `${count} byes are`} not in the next round yet.</p>
      <CommandButton name="intent" value="advance-byes">
        Advance all byes
      </CommandButton>
    </CommandForm>
  )
}

function MatchList({ draw, matches }: { draw: Draw; matches: readonly Match[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
      {matches.map((match) => (
        <li key={match.id}>
          <NowMatch
            match={matchAt(draw, match) ?? match}
            isHeld={matchAt(draw, match)?.winner !== undefined}
            table={match.table}
            round={draw.rounds[match.round]?.name ?? ''}
            teams={draw.teams}
          />
        </li>
      ))}
    </ul>
  )
}

type NowMatchProps = {
  match: Match
  /** Decided a moment ago: its table is free already. */
  isHeld: boolean
  table: number | undefined
  round: string
  teams: Draw['teams']
}

/** One match with its two teams as big buttons; what is rarely needed waits behind the dots. */
const NowMatch = memo(function NowMatch({ match, isHeld, table, round, teams }: NowMatchProps) {
  const isOnTable = table !== undefined && !isHeld
  return (
    <article
      className={`rounded-card border-[1.5px] bg-raised p-3 ${isOnTable ? 'border-ball' : 'border-line'}`}
      aria-label={`${round}, match ${match.index + 1}`}
    >
      <details className="group">
        <summary className="-my-2 flex min-h-touch list-none items-center justify-between gap-2">
          <span className="min-w-0 truncate">
            {isOnTable && <strong className="display mr-2 text-xl text-ball">Table {table}</strong>}
            {isHeld && <strong className="display mr-2 text-xl">Decided</strong>}
            <span className="text-muted">
              {round} · match {match.index + 1}
            </span>
          </span>
          <span className="-mr-2 grid size-touch shrink-0 place-items-center">
            <EllipsisVertical aria-hidden="true" size={20} />
            <span className="sr-only">More for this match</span>
          </span>
        </summary>
        <RareActions teams={teams} match={match} />
      </details>
      <WinnerForm match={match} className="mt-2 grid grid-cols-2 gap-2">
        <BigSide teams={teams} match={match} side={1} />
        <BigSide teams={teams} match={match} side={2} />
      </WinnerForm>
    </article>
  )
})

function BigSide({ teams, match, side }: { teams: Draw['teams']; match: Match; side: SideNumber }) {
  const isWinner = match.winner === side
  const failed = useFailed(winnerTap(match, side))
  const look = isWinner
    ? 'border-ball bg-ball-wash'
    : match.winner
      ? 'border-line bg-ground text-muted'
      : 'border-control bg-ground hover:border-ball hover:bg-ball-wash active:border-ball active:bg-ball-wash'
  return (
    <button
      {...failed}
      type="submit"
      name="side"
      value={side}
      title={winnerHint(isWinner)}
      className={`flex min-h-16 items-center justify-center gap-2 rounded-control border-[1.5px] px-2 py-2 text-[1.0625rem] [font-stretch:90%] sm:px-3 leading-tight font-semibold ${look}`}
    >
      <bdi className="min-w-0 text-balance [overflow-wrap:anywhere]">
        {sideLabel(teams, sideOf(match, side))}
      </bdi>
      {isWinner && <Check aria-hidden="true" size={20} strokeWidth={3} className="shrink-0 text-ball" />}
    </button>
  )
}

function RareActions({ teams, match }: { teams: Draw['teams']; match: Match }) {
  return (
    <div className="mb-4 grid gap-2 border-b border-line pt-3 pb-4">
      <CommandForm className="grid">
        <Hidden fields={{ matchId: match.id, seen: match.revision }} />
        <CommandButton tone="quiet" name="intent" value={match.table === undefined ? 'call' : 'uncall'}>
          {match.table === undefined ? 'Call this match now' : 'Back to the queue'}
        </CommandButton>
      </CommandForm>
      {match.sides.map((team) => (
        <CommandForm key={team} className="grid">
          <Hidden fields={{ teamId: team }} />
          <CommandButton tone="quiet" name="intent" value="absent" className="[overflow-wrap:anywhere]">
            {sideLabel(teams, team)} did not come
          </CommandButton>
        </CommandForm>
      ))}
    </div>
  )
}
