import type { Entry } from '../../domain/cup.ts'
import { playersOf } from '../../domain/team-names.ts'

/** A team by its players, as people call it. */
export function teamLabel(team: Entry): string {
  return playersOf(team).join(', ') || team.teamName
}
