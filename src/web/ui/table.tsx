import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The cell that heads the card on a phone: shown large and without its label. */
  lead?: boolean
  className?: string
}

type TableProps<Row> = {
  /** What the table lists, for those who hear it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On a phone the last cell stands beside the first: for tables of few short cells. */
  isCompact?: boolean
  className?: string
}

/** A real table; on a phone each row becomes a card that names its own cells. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isCompact = false,
  className = '',
}: TableProps<Row>) {
  return (
    <table className={`cards ${isCompact ? 'cards-compact' : ''} ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, className }) => (
            <th key={label} scope="col" className={className}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ label, cell, lead, className }) => (
              <td key={label} data-label={label} data-lead={lead || undefined} className={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The pages before and after this one of a long list. */
export function Pager({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  return (
    <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <LinkButton tone="quiet" to={to(page - 1)} rel="prev">
          Previous
        </LinkButton>
      )}
      <span className="tabular-nums">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <LinkButton tone="quiet" to={to(page + 1)} rel="next">
          Next
        </LinkButton>
      )}
    </nav>
  )
}
