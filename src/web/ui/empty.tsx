import type { ReactNode } from 'react'
import { Court } from './court.tsx'

type EmptyProps = {
  /** The sentence that says what is not there yet. */
  children: ReactNode
  hint?: ReactNode
  actions?: ReactNode
}

/** Nothing here yet: an empty court, and what to do about it. */
export function Empty({ children, hint, actions }: EmptyProps) {
  return (
    <div className="relative grid justify-items-center gap-3 overflow-hidden rounded-card border border-dashed border-control px-5 pt-10 pb-8 text-center">
      <Court className="h-28 w-auto text-control" />
      <p className="mt-2 text-xl font-bold text-balance">{children}</p>
      {hint && <p className="max-w-prose text-balance text-muted">{hint}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
