import { use } from 'react'
import { type Draw, type Match, matchAt, roundNameOf, type Settings } from '../../../../domain/cup.ts'
import { withMatches } from '../../../../domain/draw/draw-reader.ts'
import { reportedWinner } from '../../../../domain/draw/reports.ts'
import { freeTables, nowPlaying, queueOf } from '../../../../domain/draw/tables.ts'
import { isWaitingBye } from '../../../../domain/draw/winners.ts'
import { messages } from '../../../../domain/messages.ts'
import { championOf } from '../../../../domain/night/progress.ts'
import { refusals } from '../../../../domain/refusals.ts'
import { sideLabel } from '../../../../domain/teams/names.ts'
import { ActionButton, ActionForm } from '../../../actions/action-form.tsx'
import type { OrganiserTeam } from '../../../app-context.ts'
import { paths } from '../../../paths.ts'
import { JumpLink, LinkButton } from '../../../ui/button.tsx'
import { unbrokenNames } from '../../../ui/unbroken-names.tsx'
import { CallButton, CallForm, CallsContext, useCalls } from './call-form.tsx'
import { CorrectionNote, NowMatch, type Phones } from './now-match.tsx'
import { ReportList, useNewReports } from './report-list.tsx'
import { minutesSince, ReportsContext } from './reports-context.tsx'

type NowListProps = {
  draw: Draw
  /** Empties `held`; after a call. */
  letGo: () => void
  settings: Settings
  /** Teams with a pending correction. */
  corrected: readonly OrganiserTeam[]
  /** Phone numbers by team, for organisers only. */
  phones: Phones
  /** Just decided matches in their previous state: they keep their place for a moment. */
  held: ReadonlyMap<string, Match>
}

const jumpStyle =
  'inline-flex min-h-touch min-w-touch items-center font-semibold underline underline-offset-4'

/** The organiser's list: matches on their tables, then the next to call. */
export function NowList({ draw, settings, corrected, phones, held, letGo }: NowListProps) {
  const calls = useCalls(letGo)
  const tables = settings.scheduleGroupSize
  const stillListed = withMatches(draw, [...held.values()])
  const playing = nowPlaying(stillListed)
  const queue = queueOf(stillListed)
  // Just decided matches are listed, but cannot be called.
  const waiting = queueOf(draw)
  const [free] = freeTables(draw, tables)
  const waitingByes = draw.rounds[0]?.matches.filter((match) => isWaitingBye(draw, match)).length ?? 0
  const next = queue.slice(0, tables)
  const later = queue.slice(tables)
  const { isOn, reported } = use(ReportsContext)
  const isMoving = useNewReports(reported)
  const shared = { draw, free, phones, corrected, overdueAfter: settings.overdueAfter }
  return (
    <section aria-labelledby="now" className={`mb-10 ${isMoving ? 'pointer-events-none' : ''}`}>
      {/* A phone needs the height for its six tables. */}
      <div className="-mt-2 mb-3 flex items-center justify-between max-md:sr-only">
        <h2 id="now" className="display text-3xl">
          Now
        </h2>
        <JumpLink to="draw" className={`${jumpStyle} max-md:hidden`}>
          Draw
        </JumpLink>
      </div>
      {isOn && championOf(draw) === undefined && <ReportList draw={draw} settings={settings} />}
      {corrected
        .filter(({ id }) => ![...playing, ...queue].some(({ sides }) => sides.includes(id)))
        .map((team) => (
          <CorrectionNote key={team.id} team={team} />
        ))}
      {waitingByes > 0 && <AdvanceByes count={waitingByes} />}
      {playing.length > 0 && <TableList {...shared} places={tablePlaces(draw, playing)} />}
      {queue.length > 0 && (
        <CallsContext value={calls}>
          <div className="mt-5 mb-3 flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-lg font-semibold">
              Up next <span className="font-normal text-muted tabular-nums">({waiting.length} waiting)</span>
            </h3>
            <JumpLink to="draw" className={`${jumpStyle} md:hidden`}>
              Draw
            </JumpLink>
            <CallNext draw={draw} match={waiting[0]} table={free} />
          </div>
          <QueueList {...shared} matches={next} />
          {later.length > 0 && (
            <details className="mt-3">
              <summary className={jumpStyle}>{later.length} more</summary>
              <QueueList {...shared} matches={later} />
            </details>
          )}
        </CallsContext>
      )}
      {playing.length === 0 && queue.length === 0 && <NothingToPlay draw={draw} />}
    </section>
  )
}

type CallNextProps = { draw: Draw; match: Match | undefined; table: number | undefined }

/** Calls the next match; on a phone fixed at the foot of the screen. */
function CallNext({ draw, ...next }: CallNextProps) {
  // A tapped button keeps its label while it is disabled.
  const { match, table } = use(CallsContext).tapped ?? next
  return (
    <CallForm id={`call-next-${match?.id}`} className="call-next" match={match} table={table}>
      {match && (
        <p className="call-next-names">
          {match.sides.map((side) => (
            <bdi key={side} className="line-clamp-3 wrap-anywhere">
              {unbrokenNames(sideLabel(draw.teams, side), draw)}
            </bdi>
          ))}
        </p>
      )}
      <CallButton
        className="shrink-0"
        disabledReason={
          table === undefined
            ? refusals['no-free-table'].sentence
            : match === undefined
              ? refusals['nothing-to-call'].sentence
              : undefined
        }
      >
        {table === undefined ? 'No free table' : `Call next to table ${table}`}
      </CallButton>
    </CallForm>
  )
}

function NothingToPlay({ draw }: { draw: Draw }) {
  const champion = championOf(draw)
  if (!champion) return <p className="text-lg text-muted">No match can be played yet.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-ball bg-ball-wash p-4">
      <p className="text-lg font-semibold text-pretty">
        {unbrokenNames(messages.wonTheCup(sideLabel(draw.teams, champion)), draw)}.
      </p>
      <LinkButton to={paths.admin} tone="quiet">
        What comes next
      </LinkButton>
    </div>
  )
}

function AdvanceByes({ count }: { count: number }) {
  return (
    <ActionForm className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-3 pl-4">
      <p>{count === 1 ? '1 bye is' : `${count} byes are`} not in the next round yet.</p>
      <ActionButton name="intent" value="advance-byes">
        Advance all byes
      </ActionButton>
    </ActionForm>
  )
}

type ListProps = {
  draw: Draw
  /** The table that a queued match would be called to. */
  free: number | undefined
  phones: Phones
  corrected: readonly OrganiserTeam[]
  overdueAfter: number
}

type TablePlace = { readonly table: number; readonly match: Match | undefined }

/** Every table up to the last busy one: stable positions while others are decided and called. */
function tablePlaces(draw: Draw, listed: readonly Match[]): TablePlace[] {
  const last = Math.max(...listed.map(({ table = 0 }) => table))
  return Array.from({ length: last }, (_, index) => {
    const table = index + 1
    const here = listed.filter((match) => match.table === table)
    // A just decided match stays in place, even if another organiser has called the next one to its table.
    return { table, match: here.find((match) => matchAt(draw, match)?.winner) ?? here[0] }
  })
}

/** Two columns on a phone: six tables fit on the screen. */
function TableList({ places, ...shared }: ListProps & { places: readonly TablePlace[] }) {
  return (
    <ul className="relative grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 md:gap-3 xl:grid-cols-3">
      {places.map(({ table, match }) =>
        match ? (
          // The final is played alone: its two names have a larger card.
          <li
            key={match.id}
            className={match.round === shared.draw.rounds.length - 1 ? 'col-span-full xl:col-span-2' : ''}
          >
            <ListedMatch {...shared} listed={match} />
          </li>
        ) : (
          <li
            key={table}
            className="grid min-h-12 place-content-center min-[22rem]:min-h-36 rounded-card border-[1.5px] border-dashed border-line text-muted md:min-h-32"
          >
            Table {table} is free
          </li>
        ),
      )}
    </ul>
  )
}

function QueueList({ matches, ...shared }: ListProps & { matches: readonly Match[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2 md:grid-cols-2 md:gap-3 xl:grid-cols-3">
      {matches.map((match) => (
        <li key={match.id}>
          <ListedMatch {...shared} listed={match} />
        </li>
      ))}
    </ul>
  )
}

function ListedMatch({ listed, draw, free, phones, corrected, overdueAfter }: ListProps & { listed: Match }) {
  const { reported, now } = use(ReportsContext)
  const match = matchAt(draw, listed) ?? listed
  const toCorrect = corrected.filter(({ id }) => match.sides.includes(id))
  const isHeld = match.winner !== undefined
  const reports = reported.find((one) => one.match.id === match.id)?.reports
  const minutes = now && match.calledAt ? minutesSince(match.calledAt, now) : undefined
  return (
    <NowMatch
      match={match}
      isHeld={isHeld}
      table={listed.table}
      free={listed.table === undefined && !isHeld ? free : undefined}
      minutes={minutes}
      isOverdue={minutes !== undefined && minutes >= overdueAfter}
      round={roundNameOf(draw, match)}
      teams={draw.teams}
      phones={phones}
      corrected={toCorrect.length > 0 ? toCorrect : undefined}
      reported={reports && reportedWinner(reports)}
    />
  )
}
