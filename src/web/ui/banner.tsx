import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

type BannerProps = {
  kind: 'status' | 'alert'
  children: ReactNode
  /** Auto-dismiss, paused while hovered or focused; change the `key` with the text. */
  dismissAfterMs?: number
  onDismiss?: () => void
  /** Scrolls into view: above a long form, its button may be a screen below. */
  isSought?: boolean
}

/** Toast: `status` or `alert`, read out once. */
export function Banner({ kind, children, dismissAfterMs, onDismiss, isSought = false }: BannerProps) {
  const banner = useRef<HTMLDivElement>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  const dismiss = useEffectEvent(() => onDismiss?.())

  useEffect(() => {
    if (!dismissAfterMs || isHeld) return
    const timer = setTimeout(() => dismiss(), dismissAfterMs)
    return () => clearTimeout(timer)
  }, [dismissAfterMs, isHeld])

  useEffect(() => {
    if (isSought) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [isSought])

  const Icon = kind === 'alert' ? TriangleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer.
    <div
      ref={banner}
      role={kind}
      className={`banner banner-${kind}`}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Icon
        aria-hidden="true"
        className={`mt-px shrink-0 ${kind === 'alert' ? 'text-alert' : 'text-ball'}`}
        size={22}
      />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
