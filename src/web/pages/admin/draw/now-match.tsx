import { Check, EllipsisVertical, Flag, Phone } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { type Draw, type Match, type SideNumber, sideOf, type TeamId } from '../../../../domain/cup.ts'
import { entryName, sideLabel } from '../../../../domain/teams/names.ts'
import { correctedName } from '../../../../domain/teams/team-form.ts'
import { ActionButton, ActionForm, Hidden, useFailed } from '../../../actions/action-form.tsx'
import type { OrganiserTeam } from '../../../app-context.ts'
import { shortRoundName } from '../../../bracket/side.tsx'
import { Names } from '../../../ui/unbroken-names.tsx'
import { phoneHref } from '../phone-href.ts'
import { CallButton, CallForm } from './call-form.tsx'
import { ReportedLine } from './reports-context.tsx'
import { winnerTap } from './use-taps.ts'
import { WinnerForm, winnerHint } from './winner-bracket.tsx'

export type Phones = Readonly<Record<TeamId, string>>

type NowMatchProps = {
  match: Match
  /** Just decided: its table is free already. */
  isHeld: boolean
  table: number | undefined
  free: number | undefined
  /** Minutes since the call. */
  minutes: number | undefined
  isOverdue: boolean
  round: string
  teams: Draw['teams']
  phones: Phones
  /** Its teams with a pending correction. Undefined if none: a new empty list at each render would defeat `memo`. */
  corrected: readonly OrganiserTeam[] | undefined
  /** The side that every report names as the winner. */
  reported: SideNumber | undefined
}

/** A match's card: on a table its two teams are big buttons, in the queue it has a call button; the rest is in a menu. */
export const NowMatch = memo(function NowMatch(props: NowMatchProps) {
  const { match, isHeld, table, free, minutes, isOverdue, round, teams, phones, corrected, reported } = props
  const isOnTable = table !== undefined && !isHeld
  const place = `${shortRoundName(round)} · match ${match.index + 1}`
  const tone = isOnTable ? (isOverdue ? 'border-amber' : 'border-ball') : 'border-line'
  return (
    <article
      ref={useFocusKept()}
      className={`rounded-card border-[1.5px] bg-raised px-2 py-1.5 md:p-3 ${tone}`}
      aria-label={`${round}, match ${match.index + 1}`}
    >
      <details className="group">
        <summary className="-my-2 flex min-h-touch list-none items-center justify-between gap-1 md:gap-2">
          <span className="min-w-0 truncate">
            {isOnTable && (
              <strong className={`display mr-1.5 text-xl md:mr-2 ${isOverdue ? 'text-amber' : 'text-ball'}`}>
                Table {table}
              </strong>
            )}
            {isHeld && <strong className="display mr-2 text-xl">Decided</strong>}
            {isOnTable && minutes !== undefined && <CalledAgo minutes={minutes} isOverdue={isOverdue} />}
            {table === undefined ? (
              <ReportedLine match={match} className="text-muted">
                {place}
              </ReportedLine>
            ) : (
              <span className="text-muted max-md:hidden">{place}</span>
            )}
          </span>
          <span
            className={`-mr-2 grid h-touch shrink-0 place-items-center md:w-touch ${table === undefined ? 'w-touch' : 'w-6'}`}
          >
            <EllipsisVertical aria-hidden="true" size={20} />
            <span className="sr-only">More for this match</span>
          </span>
        </summary>
        <div className={`grid gap-2 ${table === undefined ? menuInCard : menuOverCards}`}>
          {table !== undefined && (
            <p className="text-muted md:hidden">
              Table {table} · {place}
            </p>
          )}
          {table === undefined && (
            <>
              <p className="text-sm text-muted">Pick the winner without a call:</p>
              <Sides match={match} teams={teams} className="grid-cols-2" />
            </>
          )}
          <RareActions teams={teams} match={match} phones={phones} />
        </div>
      </details>
      {table === undefined ? (
        <Queued match={match} teams={teams} free={free} />
      ) : (
        <>
          <Sides match={match} teams={teams} reported={reported} className="md:grid-cols-2" />
          <ReportedLine match={match} className={reportedBelow} />
        </>
      )}
      {corrected?.map((team) => (
        <CorrectionNote key={team.id} team={team} />
      ))}
    </article>
  )
})

/** When a card leaves the list, the keyboard continues at the list's heading instead of at the top of the page. */
function useFocusKept() {
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const left = card.current
    return () => {
      const heading = document.getElementById('now')
      if (!heading || !left?.querySelector(':focus-visible')) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
  }, [])
  return card
}

/** Reserved height: two lines on a phone, one on a laptop. */
const reportedBelow =
  'mt-1 line-clamp-2 min-h-[2.2em] text-xs leading-[1.1] font-stretch-80% md:mt-1.5 md:line-clamp-1 md:min-h-[1.1em] md:text-[0.9375rem] md:font-stretch-90%'

const menuInCard = 'mb-3 border-b border-line pt-3 pb-3'

/** On a phone the menu overlays the cards below, at the width of the list, and moves none of them. */
const menuOverCards = `${menuInCard} max-md:absolute max-md:inset-x-0 max-md:z-10 max-md:mt-1 max-md:rounded-card max-md:border-[1.5px] max-md:border-control max-md:bg-raised max-md:px-3 max-md:shadow-lift`

function CalledAgo({ minutes, isOverdue }: { minutes: number; isOverdue: boolean }) {
  return (
    <span
      className={`tabular-nums max-md:[font-stretch:90%] max-md:text-[0.9375rem] md:mr-2 ${isOverdue ? 'font-semibold text-amber' : ''}`}
    >
      <span className="sr-only">called </span>
      {minutes === 0 && <span className="max-md:sr-only">just </span>}
      {minutes === 0 ? 'now' : `${minutes} min`}
      {minutes > 0 && <span className="max-md:sr-only"> ago</span>}
    </span>
  )
}

type MatchProps = { match: Match; teams: Draw['teams'] }

function Queued({ match, teams, free }: MatchProps & { free: number | undefined }) {
  return (
    <div className="mt-1 flex min-h-12 items-center justify-between gap-3">
      <p className="min-w-0 leading-tight wrap-anywhere max-md:[font-stretch:85%]">
        <bdi className={`inline-block ${nameLook(match, 1)}`}>
          <Names label={sideLabel(teams, match.sides[0])} />
        </bdi>{' '}
        <span className="inline-block">
          <span className="text-muted">vs</span>{' '}
          <bdi className={nameLook(match, 2)}>
            <Names label={sideLabel(teams, match.sides[1])} />
          </bdi>
        </span>
      </p>
      {free !== undefined && (
        <CallForm id={`call-${match.id}`} className="shrink-0" match={match} table={free}>
          <CallButton tone="quiet">Call to table {free}</CallButton>
        </CallForm>
      )}
    </div>
  )
}

function nameLook({ winner }: Match, side: SideNumber): string {
  if (!winner) return ''
  return winner === side ? 'font-semibold text-ball' : 'text-muted'
}

type SidesProps = MatchProps & { reported?: SideNumber | undefined; className: string }

function Sides({ match, teams, reported, className }: SidesProps) {
  return (
    <WinnerForm match={match} className={`mt-1 grid gap-2 md:mt-2 ${className}`}>
      <BigSide teams={teams} match={match} side={1} isReported={reported === 1} />
      <BigSide teams={teams} match={match} side={2} isReported={reported === 2} />
    </WinnerForm>
  )
}

type BigSideProps = MatchProps & { side: SideNumber; isReported: boolean }

function BigSide({ teams, match, side, isReported }: BigSideProps) {
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
      className={`flex min-h-touch items-center justify-center gap-2 rounded-control border-[1.5px] px-1.5 py-0.5 [font-stretch:80%] text-[0.9375rem] leading-[1.15] font-semibold sm:px-3 md:min-h-16 md:py-2 md:[font-stretch:90%] md:text-[1.0625rem] md:leading-tight ${look}`}
    >
      <bdi className="min-w-0 text-balance wrap-anywhere">
        <Names label={sideLabel(teams, sideOf(match, side))} />
      </bdi>
      {isReported && !match.winner && (
        <span className="shrink-0 text-ball">
          <Flag aria-hidden="true" size={18} />
          <span className="sr-only">, reported as the winner</span>
        </span>
      )}
      {isWinner && <Check aria-hidden="true" size={20} strokeWidth={3} className="shrink-0 text-ball" />}
    </button>
  )
}

function RareActions({ teams, match, phones }: MatchProps & { phones: Phones }) {
  return (
    <>
      {match.table !== undefined && (
        <ActionForm className="grid grid-cols-2 gap-2">
          <Hidden fields={{ matchId: match.id, seen: match.revision }} />
          <ActionButton name="intent" value="call-again">
            Call again
          </ActionButton>
          <ActionButton tone="quiet" name="intent" value="uncall">
            Back to the queue
          </ActionButton>
        </ActionForm>
      )}
      {match.sides.map(
        (team) =>
          phones[team] && <PhoneLink key={team} label={sideLabel(teams, team)} number={phones[team]} />,
      )}
      {/* Away from the phone links, because a tap here decides a match. */}
      <div className="mt-2 grid gap-2 border-t border-line pt-4">
        {match.sides.map((team) => (
          <ActionForm key={team} className="grid">
            <Hidden fields={{ teamId: team }} />
            <ActionButton tone="quiet" name="intent" value="absent" className="text-balance wrap-anywhere">
              <span>
                <Names label={sideLabel(teams, team)} /> did not come
              </span>
            </ActionButton>
          </ActionForm>
        ))}
      </div>
    </>
  )
}

function PhoneLink({ label, number }: { label: string; number: string }) {
  const href = phoneHref(number)
  const words = (
    <span className="min-w-0 wrap-anywhere">
      <Names label={label} />: <span className="inline-block tabular-nums">{number}</span>
    </span>
  )
  if (!href) return <p>{words}</p>
  return (
    <a href={href} className="button button-quiet">
      <Phone aria-hidden="true" size={18} className="shrink-0" />
      {words}
    </a>
  )
}

/** A drawn team's new name, for an organiser to accept or dismiss. */
export function CorrectionNote({ team }: { team: OrganiserTeam }) {
  if (!team.correction) return null
  return (
    <ActionForm className="my-2 flex flex-wrap items-center justify-between gap-2 rounded-control border-[1.5px] border-amber p-2">
      <Hidden fields={{ teamId: team.id }} />
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{entryName(team)}</bdi>{' '}
        <span className="text-amber">asks to be listed as</span>{' '}
        <bdi className="font-semibold">{correctedName(team, team.correction)}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton tone="quiet" name="intent" value="accept-correction">
          Accept
        </ActionButton>
        <ActionButton tone="quiet" name="intent" value="dismiss-correction">
          Dismiss
        </ActionButton>
      </div>
    </ActionForm>
  )
}
