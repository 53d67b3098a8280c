import { type ComponentProps, use, useState } from 'react'
import { Field, TextAreaField } from '../ui/field.tsx'
import { AnsweredContext } from './commands.tsx'

/**
 * What is typed stays, whatever others save meanwhile; a field nobody has typed into follows what is saved. `refused` is
 * what a page without scripts gets back.
 */
export function useTyped(saved: string, refused?: string) {
  const answered = use(AnsweredContext)
  const [typing, setTyping] = useState(
    refused === undefined ? undefined : { value: refused, saved, answered },
  )
  const isOver =
    typing !== undefined && answered > typing.answered && (saved !== typing.saved || saved === typing.value)
  // Set while rendering, as React advises for state that follows from what is shown.
  if (isOver) setTyping(undefined)
  const isOpen = typing !== undefined && !isOver
  return {
    value: isOpen ? typing.value : saved,
    /** What somebody else has saved since this was typed. */
    meanwhile: isOpen && saved !== typing.saved && saved !== typing.value ? saved : undefined,
    type: (value: string) => setTyping((now) => ({ value, saved: now?.saved ?? saved, answered })),
  }
}

type Live = { saved: string; refused?: string | undefined }

export function LiveField({ saved, refused, hint, ...field }: ComponentProps<typeof Field> & Live) {
  const { value, meanwhile, type } = useTyped(saved, refused)
  return (
    <Field
      autoComplete="off"
      {...field}
      value={value}
      onChange={(event) => type(event.target.value)}
      hint={meanwhile === undefined ? hint : meanwhileWords(meanwhile)}
    />
  )
}

export function LiveTextArea({
  saved,
  refused,
  hint,
  ...field
}: ComponentProps<typeof TextAreaField> & Live) {
  const { value, meanwhile, type } = useTyped(saved, refused)
  return (
    <TextAreaField
      {...field}
      value={value}
      onChange={(event) => type(event.target.value)}
      hint={meanwhile === undefined ? hint : meanwhileWords(meanwhile)}
    />
  )
}

export function meanwhileWords(saved: string): string {
  return saved === ''
    ? 'Somebody else has just emptied this.'
    : `Somebody else has just set this to: ${saved}`
}
