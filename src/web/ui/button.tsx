import type { ComponentProps } from 'react'
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
