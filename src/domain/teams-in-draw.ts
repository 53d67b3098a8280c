import { type Draw, type Entry, isTeam, type TeamId } from './cup.ts'

/** The teams that stand in the draw; every one of them stands in the first round. */
export function teamsInDraw(draw: Pick<Draw, 'rounds'>): Set<TeamId> {
  return new Set(draw.rounds[0]?.matches.flatMap((match) => match.sides.filter(isTeam)))
}

/** Teams of one draw that do not stand in another. */
export function teamsOnlyIn(draw: Pick<Draw, 'rounds'>, other: Pick<Draw, 'rounds'>): TeamId[] {
  const others = teamsInDraw(other)
  return [...teamsInDraw(draw)].filter((team) => !others.has(team))
}

/** Approved teams the draw was made without: they came too late, or gave up their place. */
export function approvedOutsideDraw<Item extends Entry>(
  entries: readonly Item[],
  draw: Pick<Draw, 'rounds'>,
): Item[] {
  const inside = teamsInDraw(draw)
  return entries.filter((entry) => entry.approved && !inside.has(entry.id))
}
