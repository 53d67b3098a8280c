import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** On a phone, the heading of the card: large and without its label. */
  lead?: boolean
  className?: string
}

type TableProps<Row> = {
  /** For screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On a phone, the last cell next to the first: for tables of few short cells. */
  isCompact?: boolean
  className?: string
}

/** A semantic table; on a phone each row becomes a card with labelled cells. */
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

type PagerProps = { page: number; pages: number; to: (page: number) => string; onTurn?: () => void }

/** Pagination. */
export function Pager({ page, pages, to, onTurn }: PagerProps) {
  return (
    <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <LinkButton tone="quiet" to={to(page - 1)} rel="prev" onClick={onTurn}>
          Previous
        </LinkButton>
      )}
      <span className="tabular-nums">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <LinkButton tone="quiet" to={to(page + 1)} rel="next" onClick={onTurn}>
          Next
        </LinkButton>
      )}
    </nav>
  )
}
