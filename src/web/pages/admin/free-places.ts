import { BYE, type Draw, type SideNumber, sideOf } from '../../../domain/cup.ts'
import { placeTeam } from '../../../domain/draw/attendance.ts'
import { readerOf } from '../../../domain/draw/draw-reader.ts'
import { sideLabel } from '../../../domain/teams/names.ts'

export type FreePlace = { readonly matchId: string; readonly side: SideNumber; readonly words: string }

/** The places a late team can still take: a BYE's, or that of a team that did not come. The rule itself is asked. */
export function freePlaces(draw: Draw): readonly FreePlace[] {
  const reader = readerOf(draw)
  const nobody = { team: 'a late team', at: '', revision: 0 }
  return (draw.rounds[0]?.matches ?? []).flatMap((match) =>
    ([1, 2] as const).flatMap((side) => {
      const place = { round: match.round, index: match.index, side }
      if (!placeTeam(reader, { ...nobody, place }).ok) return []
      const here = sideOf(match, side)
      const there = sideLabel(draw.teams, sideOf(match, side === 1 ? 2 : 1))
      const instead = here === BYE ? 'a BYE' : sideLabel(draw.teams, here)
      return [
        {
          matchId: match.id,
          side,
          // A phone cuts the end off: what is given up comes first.
          words: `instead of ${instead}, against ${there} (match ${match.index + 1})`,
        },
      ]
    }),
  )
}
