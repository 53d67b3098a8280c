import { RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { messages } from '../../domain/messages.ts'
import { loadTimeoutMs } from '../../domain/settings/limits.ts'
import { Button } from './button.tsx'

export type RetryProps = {
  /** Target of Retry without scripts; by default the page itself. */
  retryTo?: string
  /** Replaces revalidation; resolves with the answer. */
  onRetry?: () => Promise<void> | void
}

type ErrorNoteProps = RetryProps & {
  children: ReactNode
  className?: string
  /** Not an error: something has to be done first. */
  isCalm?: boolean
}

/** Error state with Retry: revalidates in place, or reloads the page without scripts. */
export function ErrorNote({ children, retryTo, onRetry, className = '', isCalm = false }: ErrorNoteProps) {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const { isAsking, isLate, ask } = useAsking(onRetry ?? revalidate)
  const [action, query] = (retryTo ?? `${pathname}${search}`).split('?')
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-3 rounded-card border px-5 text-center ${isCalm ? 'border-line bg-raised py-5' : 'border-alert bg-alert-wash py-6'} ${className}`}
    >
      {!isCalm && <TriangleAlert aria-hidden="true" className="text-alert" size={28} />}
      <p className="max-w-prose text-lg font-semibold text-balance">
        {isLate ? messages.loadTimeout : children}
      </p>
      <form
        method="get"
        action={action}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          ask()
        }}
      >
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button tone={isCalm ? 'quiet' : 'primary'} disabled={isAsking} aria-busy={isAsking || undefined}>
          <RotateCw aria-hidden="true" size={18} className={isAsking ? 'motion-safe:animate-spin' : ''} />
          Retry
        </Button>
      </form>
    </div>
  )
}

/** Retry with a 10 s timeout, after which it can be tried again. */
function useAsking(question: () => Promise<void> | void) {
  const [asked, setAsked] = useState<{ readonly isLate: boolean }>()

  useEffect(() => {
    if (!asked || asked.isLate) return
    const timer = setTimeout(() => setAsked({ isLate: true }), loadTimeoutMs)
    return () => clearTimeout(timer)
  }, [asked])

  async function ask() {
    const own = { isLate: false }
    setAsked(own)
    await question()
    // Ignores the late answer of an attempt that timed out.
    setAsked((now) => (now === own ? undefined : now))
  }

  return { isAsking: asked?.isLate === false, isLate: asked?.isLate === true, ask }
}
