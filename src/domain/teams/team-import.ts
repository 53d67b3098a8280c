import { checkTeamForm, readTeamForm, type TeamForm, teamFieldLabels } from './team-form.ts'

/** Meaning of a column; '' skips it. */
export type ListColumn = keyof TeamForm | ''

/** How to read the rows of a list. */
export type ListShape = { readonly columns: readonly ListColumn[]; readonly hasHeading: boolean }

export type ListedTeam = {
  /** Counted from 0, without the heading. */
  readonly row: number
  readonly form: TeamForm
  /** Why it is invalid. */
  readonly problem?: string
}

// First match wins.
const headings: readonly (readonly [keyof TeamForm, RegExp])[] = [
  ['teamPhoneNumber', /phone|mobile|\btel|handy|whatsapp|contact|natel|nummer|number/i],
  ['player2Name', /(player|spieler|name|joueur).*(2|two|zwei)|partner|second|mate|mitspieler/i],
  [
    'player1Name',
    /(player|spieler|name|joueur).*(1|one|eins)|captain|kapit|^(your |full |first )?(name|player|spieler)$/i,
  ],
  ['teams', /team|club|verein|follow|fan/i],
]
const phone = /^[\s'(]*\+?[\s(]*\d[\d\s()./-]{4,}$/
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?![-./\d])|\d:\d{2}/

/** Guesses the columns from the heading, or else from the cells. */
export function guessShape(rows: readonly (readonly string[])[]): ListShape {
  const [first = []] = rows
  const named = first.map((cell) => headings.find(([, words]) => words.test(cell))?.[0] ?? '')
  const hasHeading = named.some(Boolean) && !first.some((cell) => phone.test(cell))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const taken = new Set<ListColumn>()
  const columns = Array.from({ length: width }, (_, at): ListColumn => {
    const name = hasHeading ? (named[at] ?? '') : ''
    if (taken.has(name)) return ''
    taken.add(name)
    return name
  })
  return { columns: guessRest(columns, hasHeading ? rows.slice(1) : rows), hasHeading }
}

/** Columns without a heading: numbers are the phone; texts are players and team, in this order. */
function guessRest(columns: readonly ListColumn[], rows: readonly (readonly string[])[]): ListColumn[] {
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? '').filter(Boolean)
  const mostly = (at: number, looks: (cell: string) => boolean) =>
    cellsOf(at).filter(looks).length * 2 > cellsOf(at).length
  const missing: ListColumn[] = (['player1Name', 'player2Name', 'teams'] as const).filter(
    (field) => !columns.includes(field),
  )
  // With headings, an unnamed column of text can only be the missing player.
  const wanted = columns.some(Boolean) ? missing.filter((field) => field === 'player1Name') : missing
  let hasPhone = columns.includes('teamPhoneNumber')
  return columns.map((column, at) => {
    if (column !== '') return column
    if (mostly(at, (cell) => date.test(cell) || cell.includes('@'))) return ''
    if (mostly(at, (cell) => phone.test(cell))) {
      if (hasPhone) return ''
      hasPhone = true
      return 'teamPhoneNumber'
    }
    return cellsOf(at).length > 0 ? (wanted.shift() ?? '') : ''
  })
}

/** The teams of a list, each with its error. */
export function readList(
  rows: readonly (readonly string[])[],
  { columns, hasHeading }: ListShape,
): ListedTeam[] {
  return rows.slice(hasHeading ? 1 : 0).map((cells, row) => {
    const form = readTeamForm((field) => cells[columns.indexOf(field)] ?? '')
    const checked = checkTeamForm(form)
    if (checked.ok) return { row, form: checked.value }
    const words = { 'missing-fields': 'Missing', 'too-long': 'Too long' } as Record<string, string>
    return {
      row,
      form,
      problem: `${words[checked.reason] ?? 'Cannot be used'}: ${checked.details.join(', ')}`,
    }
  })
}

/** Key for exact duplicates. */
export function formKey({ player1Name, player2Name, teams, teamPhoneNumber }: TeamForm): string {
  return JSON.stringify([player1Name, player2Name, teams, teamPhoneNumber])
}

/** The columns from form fields; undefined if it posted none. */
export function shapeOf(columns: readonly string[], hasHeading: boolean): ListShape | undefined {
  if (columns.length === 0) return undefined
  const isField = (text: string): text is keyof TeamForm => Object.hasOwn(teamFieldLabels, text)
  return { columns: columns.map((text): ListColumn => (isField(text) ? text : '')), hasHeading }
}
