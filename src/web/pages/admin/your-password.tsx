import { textLimits } from '../../../domain/tidy-text.ts'
import { Field } from '../../ui/field.tsx'

export const passwordField = { type: 'password', maxLength: textLimits.password, required: true }

/** A phone that was left signed in is not enough for what asks for this. */
export function YourPassword() {
  return (
    <Field
      {...passwordField}
      label="Your password"
      name="currentPassword"
      autoComplete="current-password"
      hint="To confirm that it is you."
    />
  )
}
