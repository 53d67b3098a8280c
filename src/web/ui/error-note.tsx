import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

type ErrorNoteProps = {
  children: ReactNode
  /** Where Retry goes; the page itself unless told. */
  retryTo?: string
  className?: string
}

/** Something could not be shown, and a way to try again that needs no script. */
export function ErrorNote({ children, retryTo, className = '' }: ErrorNoteProps) {
  const { pathname, search } = useLocation()
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-4 rounded-card border border-alert bg-alert-wash px-5 py-8 text-center ${className}`}
    >
      <TriangleAlert aria-hidden="true" className="text-alert" size={36} />
      <p className="max-w-prose text-lg font-semibold text-balance">{children}</p>
      <a href={retryTo ?? `${pathname}${search}`} className="button button-primary">
        <RotateCw aria-hidden="true" size={18} />
        Retry
      </a>
    </div>
  )
}
