import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'

type ErrorNoteProps = {
  children: ReactNode
  /** Where Retry goes; the page itself unless told. */
  retryTo?: string
  className?: string
}

/** Something could not be shown, and a button to try again that needs no script. */
export function ErrorNote({ children, retryTo, className = '' }: ErrorNoteProps) {
  const { pathname, search } = useLocation()
  const [action, query] = (retryTo ?? `${pathname}${search}`).split('?')
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-4 rounded-card border border-alert bg-alert-wash px-5 py-8 text-center ${className}`}
    >
      <TriangleAlert aria-hidden="true" className="text-alert" size={36} />
      <p className="max-w-prose text-lg font-semibold text-balance">{children}</p>
      <form method="get" action={action}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">
          <RotateCw aria-hidden="true" size={18} />
          Retry
        </Button>
      </form>
    </div>
  )
}
