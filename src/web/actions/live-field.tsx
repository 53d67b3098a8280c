import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useActionData } from 'react-router'
import type { Answer } from '../../domain/answer.ts'
import { Field, TextAreaField } from '../ui/field.tsx'
import { FormContext } from './action-form.tsx'

/** Controlled field that shows what others save until it is typed into. */
export function useTyped(name: string, saved: string, field: RefObject<Element | null>) {
  const { begun, answered } = use(FormContext)
  const refused = useRefused()[name]
  const [typing, setTyping] = useState(
    refused === undefined ? undefined : { value: refused, saved, answered, begun: 0 },
  )
  const isAnswered =
    typing !== undefined && answered > typing.answered && (saved !== typing.saved || saved === typing.value)
  const isOver = isAnswered && typing.begun < answered
  // Derived state, set during render as React's documentation advises.
  if (isOver) setTyping(undefined)
  // Edited while the post was under way: the rest is not saved yet.
  else if (isAnswered) setTyping({ ...typing, saved, answered })
  const isOpen = typing !== undefined && !isOver
  const value = isOpen ? typing.value : saved
  const type = (next: string) =>
    setTyping((now) => ({
      value: next,
      saved: now?.saved ?? saved,
      answered: now?.answered ?? answered,
      begun: begun.current,
    }))
  // Hydration keeps text typed before it in the field, but the next render would overwrite it.
  const readEarly = useEffectEvent(() => {
    const form = field.current?.closest('form')
    const early = form && new FormData(form).getAll(name).at(-1)
    if (typeof early === 'string' && early !== value) type(early)
  })
  useLayoutEffect(() => readEarly(), [])
  return {
    value,
    /** Saved by somebody else since typing began. */
    meanwhile: isOpen && !isAnswered && saved !== typing.saved && saved !== typing.value ? saved : undefined,
    type,
  }
}

/** The fields of a form that was refused without scripts. */
function useRefused(): Readonly<Record<string, string>> {
  const posted = useActionData() as Answer | undefined
  return posted?.ok === false ? Object.fromEntries(posted.fields) : {}
}

type Live = { name: string; saved: string; hint?: ReactNode }

function useLive<Tag extends Element>({ name, saved, hint }: Live) {
  const ref = useRef<Tag>(null)
  const { value, meanwhile, type } = useTyped(name, saved, ref)
  return {
    ref,
    name,
    value,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
    hint: meanwhile === undefined ? hint : meanwhileWords(meanwhile),
  }
}

export function LiveField({ name, saved, hint, ...field }: ComponentProps<typeof Field> & Live) {
  return <Field autoComplete="off" {...field} {...useLive<HTMLInputElement>({ name, saved, hint })} />
}

export function LiveTextArea({ name, saved, hint, ...area }: ComponentProps<typeof TextAreaField> & Live) {
  return <TextAreaField {...area} {...useLive<HTMLTextAreaElement>({ name, saved, hint })} />
}

export function meanwhileWords(saved: string): string {
  return saved === ''
    ? 'Someone else has just cleared this.'
    : `Someone else has just changed this to: ${saved}`
}
