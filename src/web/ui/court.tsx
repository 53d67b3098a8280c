import { type ReactNode, useId } from 'react'

/** SVG path, in a view box of `courtSize`. */
export const courtLines =
  'M0 322 175 2h370l175 320M74 322 212 2M646 322 508 2M186 62h348M115 226h490M360 62v164M0 322h720'
export const courtSize = { width: 720, height: 324 }

/** The motif: the lines of a court seen from the baseline. Decorative; coloured by `text-…`, sized by `h-…`. */
export function Court({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={className}
      viewBox={`0 0 ${courtSize.width} ${courtSize.height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="square"
      preserveAspectRatio="xMidYMax meet"
    >
      <path d={courtLines} />
    </svg>
  )
}

/** A section under a heading with a chalk line. */
export function ChalkSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display border-b-[3px] border-chalk pb-2.5 text-[1.75rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}

type EmptyProps = {
  /** What is missing, as a sentence. */
  children: ReactNode
  hint?: ReactNode
  actions?: ReactNode
}

/** Empty state: an empty court, and what to do about it. */
export function Empty({ children, hint, actions }: EmptyProps) {
  return (
    <div className="relative grid justify-items-center gap-3 overflow-hidden rounded-card border border-dashed border-control px-5 pt-8 pb-7 text-center">
      <Court className="h-20 w-auto max-w-full text-control sm:h-24" />
      <p className="mt-2 text-xl font-bold text-balance">{children}</p>
      {hint && <p className="max-w-prose text-balance text-muted">{hint}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
