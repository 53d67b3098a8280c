import type { JournalLine } from '../../../app-context.ts'
import { csvText } from '../../../exports/csv.ts'

/** The journal as a table any spreadsheet opens. */
export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map(({ revision, at, who, action, words }) => [String(revision), at, who, action, words])
  const table = [['revision', 'at', 'who', 'action', 'what'], ...rows]
  return csvText(table)
}
