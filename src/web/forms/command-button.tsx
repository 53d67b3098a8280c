import { type ComponentProps, use } from 'react'
import { Button } from '../ui/button.tsx'
import { FormContext, useFailed } from './commands.tsx'
import { tapKey } from './own-changes.ts'

/** The button of a command: what failed stays marked where it was tapped. */
export function CommandButton(button: ComponentProps<typeof Button>) {
  const around = use(FormContext)
  const failed = useFailed(tapKey(button.form ?? around, button))
  if (!failed) return <Button {...button} />
  const described = [button['aria-describedby'], failed['aria-describedby']].filter(Boolean).join(' ')
  return <Button {...button} {...failed} aria-describedby={described} />
}
