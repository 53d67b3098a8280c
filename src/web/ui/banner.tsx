import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

type BannerProps = {
  kind: 'status' | 'alert'
  children: ReactNode
  /** Goes away by itself after so many milliseconds; give it a `key` when the words change. */
  dismissAfterMs?: number
  onDismiss?: () => void
  className?: string
}

/** One sentence about what just happened; read out once. */
export function Banner({ kind, children, dismissAfterMs, onDismiss, className = '' }: BannerProps) {
  const [isGone, setIsGone] = useState(false)
  const dismiss = useEffectEvent(() => {
    setIsGone(true)
    onDismiss?.()
  })

  useEffect(() => {
    if (!dismissAfterMs) return
    const timer = setTimeout(() => dismiss(), dismissAfterMs)
    return () => clearTimeout(timer)
  }, [dismissAfterMs])

  if (isGone) return null
  const Icon = kind === 'alert' ? TriangleAlert : CircleCheck
  return (
    <div role={kind} className={`banner banner-${kind} ${className}`}>
      <Icon
        aria-hidden="true"
        className={`mt-px shrink-0 ${kind === 'alert' ? 'text-alert' : 'text-ball'}`}
        size={22}
      />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
