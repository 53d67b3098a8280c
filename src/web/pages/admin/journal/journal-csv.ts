import { csvText } from '../../../../domain/csv.ts'
import type { JournalLine } from '../../../app-context.ts'

/** The journal as a table any spreadsheet opens. */
export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map(({ revision, at, who, action, words }) => [String(revision), at, who, action, words])
  return csvText([['revision', 'at', 'who', 'action', 'what'], ...rows])
}
