import { type ComponentProps, type ReactNode, use, useState } from 'react'
import { Field, TextAreaField } from '../ui/field.tsx'
import { AnsweredContext } from './commands.tsx'

/** Typed text stays, whatever others save; an untouched field follows what is saved. `refused`: typed without scripts. */
export function useTyped(saved: string, refused?: string) {
  const { begun, answered } = use(AnsweredContext)
  const [typing, setTyping] = useState(
    refused === undefined ? undefined : { value: refused, saved, answered, begun: 0 },
  )
  const isAnswered =
    typing !== undefined && answered > typing.answered && (saved !== typing.saved || saved === typing.value)
  const isOver = isAnswered && typing.begun < answered
  // Set while rendering, as React advises for state that follows from what is shown.
  if (isOver) setTyping(undefined)
  // Typed on while the post was under way: the rest is not saved yet.
  else if (isAnswered) setTyping({ ...typing, saved, answered })
  const isOpen = typing !== undefined && !isOver
  return {
    value: isOpen ? typing.value : saved,
    /** What somebody else has saved since this was typed. */
    meanwhile: isOpen && !isAnswered && saved !== typing.saved && saved !== typing.value ? saved : undefined,
    type: (value: string) =>
      setTyping((now) => ({
        value,
        saved: now?.saved ?? saved,
        answered: now?.answered ?? answered,
        begun: begun.current,
      })),
  }
}

type Live = { saved: string; refused?: string | undefined; hint?: ReactNode }

function useLive({ saved, refused, hint }: Live) {
  const { value, meanwhile, type } = useTyped(saved, refused)
  return {
    value,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
    hint: meanwhile === undefined ? hint : meanwhileWords(meanwhile),
  }
}

export function LiveField({ saved, refused, hint, ...field }: ComponentProps<typeof Field> & Live) {
  return <Field autoComplete="off" {...field} {...useLive({ saved, refused, hint })} />
}

export function LiveTextArea({ saved, refused, hint, ...area }: ComponentProps<typeof TextAreaField> & Live) {
  return <TextAreaField {...area} {...useLive({ saved, refused, hint })} />
}

export function meanwhileWords(saved: string): string {
  return saved === ''
    ? 'Somebody else has just emptied this.'
    : `Somebody else has just set this to: ${saved}`
}
