import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

type Tone = 'primary' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  tone?: Tone
  /** Disables the button, and is its tooltip. */
  disabledReason?: string | undefined
  disabled?: boolean | undefined
}

export function Button({
  tone = 'primary',
  disabledReason,
  disabled,
  className = '',
  title,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      className={`button button-${tone} ${className}`}
      disabled={disabled || disabledReason !== undefined}
      title={disabledReason ?? title}
    />
  )
}

type LinkButtonProps = LinkProps & { tone?: Tone }

/** A link styled as a button. */
export function LinkButton({ tone = 'primary', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`button button-${tone} ${className}`} />
}

type JumpLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  /** The id of an element of this page. */
  to: string
}

/** In-page anchor. Through the router a hash link is a navigation, which drops action data and scroll position. */
export function JumpLink({ to, ...link }: JumpLinkProps) {
  function jump(event: MouseEvent) {
    const part = document.getElementById(to)
    if (!part || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    part.scrollIntoView()
    // Moves the sequential focus, as a plain link would.
    part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  return <a {...link} href={`#${to}`} onClick={jump} />
}
