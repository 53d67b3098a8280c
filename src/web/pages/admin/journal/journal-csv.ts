import type { JournalLine } from '../../../app-context.ts'

/** The journal as a table any spreadsheet opens. */
export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map(({ revision, at, who, action, words }) => [String(revision), at, who, action, words])
  const table = [['revision', 'at', 'who', 'action', 'what'], ...rows]
  return `${table.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Quoted where needed; a text that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
