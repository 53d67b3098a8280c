import { csvText } from '../../../../domain/csv.ts'
import type { OrganiserTeam } from '../../../app-context.ts'

/** Team Approval's table as a file. */
export function teamsCsv(teams: readonly OrganiserTeam[]): string {
  const rows = teams.map((team) => [
    team.player1Name,
    team.player2Name,
    team.teams,
    team.teamPhoneNumber,
    team.removed ? 'Removed' : team.approved ? 'Approved' : 'Pending',
    team.createdAt,
  ])
  return csvText([['Player 1', 'Player 2', 'Team(s)', 'Contact', 'Status', 'Registered'], ...rows])
}
