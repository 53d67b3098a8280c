import { csvText, parseCsv } from '../../../../domain/csv.ts'
import {
  formKey,
  guessShape,
  type ListedTeam,
  type ListShape,
  readList,
} from '../../../../domain/teams/team-import.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { alikeNotes } from './team-list.ts'

export type PreviewRow = ListedTeam & {
  /** A warning: duplicate or look-alike. */
  readonly notes: readonly string[]
  /** An exact duplicate is not imported again. */
  readonly isDouble: boolean
}

export type ListPreview = {
  readonly shape: ListShape
  /** Label of each column: its heading, or its first cell. */
  readonly names: readonly string[]
  readonly rows: readonly PreviewRow[]
}

/** Dry run of an import. Without a shape the columns are guessed. */
export function previewList(
  text: string,
  given: ListShape | undefined,
  teams: readonly OrganiserTeam[],
): ListPreview {
  const cells = parseCsv(text)
  const shape = given ?? guessShape(cells)
  const listed = readList(cells, shape)
  const here = teams.filter(({ removed }) => !removed)
  const known = new Set(here.map(formKey))
  const isDouble = listed.map(({ form }) => {
    const key = formKey(form)
    const isKnown = known.has(key)
    known.add(key)
    return isKnown
  })
  const isNew = ({ row, problem }: ListedTeam) => !problem && !isDouble[row]
  const alike = alikeNotes([...here, ...listed.filter(isNew).map(asTeam)])
  return {
    shape,
    names: shape.columns.map((_, at) => cells[0]?.[at] || `Column ${at + 1}`),
    rows: listed.map((team) => {
      const notes = isDouble[team.row] ? ['Already on the list'] : (alike.get(idOf(team)) ?? [])
      return { ...team, notes, isDouble: isDouble[team.row] ?? false }
    }),
  }
}

const idOf = ({ row }: ListedTeam) => `row ${row}`

function asTeam(team: ListedTeam): OrganiserTeam {
  // After all registered teams.
  const createdAt = '9999-12-31T00:00:00.000Z'
  return { ...team.form, id: idOf(team), teamName: '', approved: false, createdAt, removed: false }
}

/** The table of Team Approval as CSV. */
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
