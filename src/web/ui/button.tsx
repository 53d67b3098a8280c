import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

type Tone = 'primary' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  tone?: Tone
  /** Why it cannot be used now: disables it, and is its tooltip. */
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

/** Looks like a button, goes somewhere. */
export function LinkButton({ tone = 'primary', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`button button-${tone} ${className}`} />
}

type JumpLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  /** The id of a part of this page. */
  to: string
}

/** Leads to a part of this page. To the router a plain link is a way elsewhere: it forgets what a form was answered, and the place. */
export function JumpLink({ to, ...link }: JumpLinkProps) {
  function jump(event: MouseEvent) {
    const part = document.getElementById(to)
    if (!part || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    part.scrollIntoView()
    // As after a plain link, Tab goes on from there.
    part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  return <a {...link} href={`#${to}`} onClick={jump} />
}
