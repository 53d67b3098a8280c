import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  BYE,
  type Draw,
  isTeam,
  type Match,
  type Side,
  type SideNumber,
  sideOf,
  TBD,
} from '../../domain/cup.ts'
import { messages } from '../../domain/messages.ts'
import { sideLabel } from '../../domain/teams/names.ts'

/** The value of `data-state`. */
type SideState = 'open' | 'winner' | 'loser' | 'tbd' | 'bye'

export type Teams = Draw['teams']

export function sideState(match: Match, side: SideNumber): SideState {
  const team = sideOf(match, side)
  if (team === TBD) return 'tbd'
  if (team === BYE) return 'bye'
  if (!match.winner) return 'open'
  return match.winner === side ? 'winner' : 'loser'
}

/** The accessible name of a match: both sides, winner, table. */
export function matchWords(match: Match, teams: Teams): string {
  const [first, second] = match.sides.map((side) => spokenSide(teams, side)) as [string, string]
  if (match.sides[0] === TBD && match.sides[1] === TBD) return 'teams to be decided'
  if (match.winner) {
    const [winner, loser] = match.winner === 1 ? [first, second] : [second, first]
    if (match.sides.includes(BYE)) return `${winner} has a bye`
    if (match.sides.includes(TBD)) return messages.goesThrough(winner)
    return `${winner} beat ${loser}${match.walkover ? ' by walkover' : ''}`
  }
  const where = match.table ? `, now on table ${match.table}` : ''
  return `${first} vs ${second}${where}`
}

function spokenSide(teams: Teams, side: Side): string {
  return isTeam(side) ? sideLabel(teams, side) : side === BYE ? 'a bye' : 'a team to be decided'
}

/** A round's name, short enough for a tab. */
export function shortRoundName(name: string): string {
  const short: Record<string, string> = {
    'Quarter Finals': 'Quarters',
    'Semi Finals': 'Semis',
    'Grand Finals': 'Final',
  }
  return short[name] ?? name.replace(/^Round of (\d+)$/, 'R$1').replace(/^Round (\d+)$/, 'R$1')
}

/** Props of a Side component. */
export type SideSlot = {
  match: Match
  side: SideNumber
  team: Side
  name: string
  state: SideState
  isLit: boolean
}

/** Attributes of a side, for any element; `data-side` and `data-state` are part of the contract. */
export function sideProps({ side, state, name, isLit }: SideSlot) {
  return {
    className: 'side',
    'data-side': side,
    'data-state': state,
    'data-lit': isLit || undefined,
    title: name,
  }
}

/** Long names are set narrower, then smaller, then on more lines. Wide scripts and emoji count as two or three letters. */
function lengthOf(name: string): 'long' | 'longer' | 'longest' | undefined {
  const { length } = name
    .replace(/[\u0530-\u1dff\ufb1d-\ufdff]/g, '__')
    .replace(/[\u2e80-\ud7ff\uf900-\ufaff]/g, '___')
  if (length <= 24) return undefined
  if (length <= 30) return 'long'
  return length <= 42 ? 'longer' : 'longest'
}

type SideFaceProps = Pick<SideSlot, 'name' | 'state'> & { children?: ReactNode }

/** The name (`bdi`: its own writing direction), or `children` as its form, and the winner's check mark. */
export function SideFace({ name, state, children = name }: SideFaceProps) {
  return (
    <>
      <bdi className="side-name" data-length={lengthOf(name)}>
        {children}
      </bdi>
      {state === 'winner' && <Check className="side-check" role="img" aria-label="won" strokeWidth={3} />}
    </>
  )
}

export function StillSide(slot: SideSlot) {
  return (
    <span {...sideProps(slot)}>
      <SideFace {...slot} />
    </span>
  )
}
