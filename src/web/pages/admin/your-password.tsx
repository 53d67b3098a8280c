import { useState } from 'react'
import type { Answer } from '../../../domain/answer.ts'
import { textLimits } from '../../../domain/tidy-text.ts'
import { Field } from '../../ui/field.tsx'

export const passwordField = { type: 'password', maxLength: textLimits.password, required: true }

/** Re-authentication: a phone left signed in must not be enough for sensitive actions. */
export function YourPassword() {
  return (
    <Field
      {...passwordField}
      label="Your password"
      name="currentPassword"
      autoComplete="current-password"
      hint="To confirm that it's you."
    />
  )
}

/** A new `key` clears the form after its success; the page's other forms keep their text. */
export function useClearedForm() {
  const [successes, setSuccesses] = useState(0)
  const onAnswer = ({ ok }: Answer) => {
    if (ok) setSuccesses((before) => before + 1)
  }
  return { formKey: successes, onAnswer }
}
