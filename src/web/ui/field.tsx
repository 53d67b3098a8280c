import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'

type Labels = {
  label: string
  hint?: ReactNode
  /** Error message. */
  error?: string | undefined
}

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'id'> & Labels

export function Field({ label, hint, error, className = '', ...input }: Labelled<'input'>) {
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      required={input.required || input['aria-required'] === true}
    >
      {(parts) => (
        <input
          type="text"
          {...input}
          {...parts}
          aria-invalid={parts['aria-invalid'] ?? input['aria-invalid']}
          className={`input ${className}`}
        />
      )}
    </Frame>
  )
}

export function TextAreaField({ label, hint, error, className = '', ...input }: Labelled<'textarea'>) {
  return (
    <Frame label={label} hint={hint} error={error} required={input.required}>
      {(parts) => <textarea rows={3} {...input} {...parts} className={`input ${className}`} />}
    </Frame>
  )
}

/** The <option>s are the children. */
export function SelectField({ label, hint, error, className = '', ...input }: Labelled<'select'>) {
  return (
    <Frame label={label} hint={hint} error={error} required={input.required}>
      {(parts) => <select {...input} {...parts} className={`input ${className}`} />}
    </Frame>
  )
}

/** A checkbox; the whole line is a target. */
export function ChoiceField({ label, hint, className = '', ...input }: Labelled<'input'>) {
  const id = `field${useId()}`
  return (
    <label className={`flex min-h-touch items-center gap-3 py-1.5 leading-snug ${className}`} htmlFor={id}>
      <input type="checkbox" {...input} id={id} className="size-5 shrink-0 accent-action" />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}

type Parts = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
type FrameProps = Labels & { required?: boolean | undefined; children: (parts: Parts) => ReactNode }

function Frame({ label, hint, error, required, children }: FrameProps) {
  const id = `field${useId()}`
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="text-muted">
            {'\u00a0*'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
    </div>
  )
}

/**
 * Uncontrolled field synchronised with the address, also on back and forward. `onEarly` is called if it was changed before
 * hydration; input during a navigation is not overwritten.
 */
export function useAddressField<Field extends { value: string }>(
  value: string,
  onEarly?: (field: Field) => void,
) {
  const ref = useRef<Field>(null)
  const shown = useRef<string>(undefined)
  const followTo = useEffectEvent((field: Field, next: string) => {
    if (shown.current === undefined) {
      if (field.value !== next) onEarly?.(field)
    } else if (field.value === shown.current) field.value = next
    shown.current = next
  })
  useEffect(() => {
    if (ref.current) followTo(ref.current, value)
  }, [value])
  return { ref, defaultValue: value, autoComplete: 'off' }
}
