import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

type BannerProps = {
  kind: 'status' | 'alert'
  children: ReactNode
  /** Goes away by itself after so many milliseconds; give it a `key` when the words change. */
  dismissAfterMs?: number
  onDismiss?: () => void
  /** Comes into sight: for one that heads a form, whose button may be a screen below. */
  isSought?: boolean
  className?: string
}

/** One sentence about what just happened; read out once. */
export function Banner({
  kind,
  children,
  dismissAfterMs,
  onDismiss,
  isSought = false,
  className = '',
}: BannerProps) {
  const [isGone, setIsGone] = useState(false)
  const banner = useRef<HTMLDivElement>(null)
  const dismiss = useEffectEvent(() => {
    setIsGone(true)
    onDismiss?.()
  })

  useEffect(() => {
    if (!dismissAfterMs) return
    const timer = setTimeout(() => dismiss(), dismissAfterMs)
    return () => clearTimeout(timer)
  }, [dismissAfterMs])

  useEffect(() => {
    if (isSought) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [isSought])

  if (isGone) return null
  const Icon = kind === 'alert' ? TriangleAlert : CircleCheck
  return (
    <div ref={banner} role={kind} className={`banner banner-${kind} ${className}`}>
      <Icon
        aria-hidden="true"
        className={`mt-px shrink-0 ${kind === 'alert' ? 'text-alert' : 'text-ball'}`}
        size={22}
      />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
