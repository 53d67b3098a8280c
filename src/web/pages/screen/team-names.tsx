import { Fragment } from 'react'
import type { Draw, Side } from '../../../domain/cup.ts'
import { sideNames } from '../../../domain/teams/names.ts'
import { SideFace, type SideSlot, sideProps } from '../../bracket/tree.tsx'
import { nameWidths } from './text-width.ts'

type TeamProps = { teams: Draw['teams']; team: Side }

/** A team, each player on a line of their own. */
export function Players({ teams, team }: TeamProps) {
  return sideNames(teams, team).map((name, place) => (
    // Two players of a team may be called alike.
    <Fragment key={place === 0 ? 'first' : `later ${place}`}>
      {place > 0 && <span className="sr-only"> and </span>}
      <bdi className="fitted" style={nameWidths(name)}>
        {name}
      </bdi>
    </Fragment>
  ))
}

/** A side of the draw, its name as large as its place allows. */
export function FittedSide(slot: SideSlot) {
  return (
    <span {...sideProps(slot)} style={nameWidths(slot.name)}>
      <SideFace {...slot} />
    </span>
  )
}
