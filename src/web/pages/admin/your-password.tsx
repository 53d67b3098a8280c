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
