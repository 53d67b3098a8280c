import { LinkButton } from './button.tsx'

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
