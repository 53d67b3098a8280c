import { useState } from 'react'
import { useActionData, useRevalidator } from 'react-router'
import type { Answer } from '../../domain/answer.ts'
import { createOnce, postAction, submitWith } from './post-action.ts'

type Options = {
  /** The intent, unless a button names it. */
  readonly action?: string
  /** Sentence when the server does not answer. Not from the table of actions, which would add 2 KB to public pages. */
  readonly failed: string | ((intent: string) => string)
  /** Sentence after 10 s, for an action that loads. */
  readonly late?: string
}

/** A public page's form, progressively enhanced like `ActionForm`, and its last answer. */
export function useAction({ action = '', failed, late }: Options) {
  const posted = useActionData() as Answer | undefined
  const { revalidate } = useRevalidator()
  const [answer, setAnswer] = useState(posted)
  const [isBusy, setIsBusy] = useState(false)
  const [once] = useState(createOnce)

  async function send(form: FormData): Promise<Answer> {
    if (!form.has('intent')) form.set('intent', action)
    setIsBusy(true)
    const sentence = typeof failed === 'string' ? failed : failed(String(form.get('intent')))
    const next = await once(form, JSON.stringify([...form]), () => postAction(form, sentence, late))
    setIsBusy(false)
    setAnswer(next)
    // The live stream brings the change too, but may be down.
    if (next.ok) void revalidate()
    return next
  }

  const onSubmit = submitWith((form) => (isBusy ? undefined : send(form)))

  return { answer, isBusy, send, formProps: { method: 'post', onSubmit } as const }
}
