import { useState } from 'react'
import { useActionData, useRevalidator } from 'react-router'
import type { Answer } from '../../domain/answer.ts'
import { createOnce, postAction, submitWith } from './post-action.ts'

type Options = {
  /** The action of a form whose buttons name none. */
  readonly action?: string
  /** The sentence for a server that does not answer. Not from the table of actions: that would add 2 KB to the scripts of public pages. */
  readonly failed: string | ((intent: string) => string)
  /** The sentence after 10 s, of an action that loads. */
  readonly late?: string
}

/** The form of a public page: a plain post without scripts, sent by fetch with them. Returns its last answer. */
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
    const came = await once(form, JSON.stringify([...form]), () => postAction(form, sentence, late))
    setIsBusy(false)
    setAnswer(came)
    // The live stream brings the change too, but may be cut off.
    if (came.ok) void revalidate()
    return came
  }

  const onSubmit = submitWith((form) => (isBusy ? undefined : send(form)))

  return { answer, isBusy, send, formProps: { method: 'post', onSubmit } as const }
}
