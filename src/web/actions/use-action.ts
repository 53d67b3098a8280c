import { useState } from 'react'
import { useActionData, useRevalidator } from 'react-router'
import type { Answer } from '../../domain/answer.ts'
import { postAction, submitWith } from './post-action.ts'

type Options = {
  /** The action of a form whose buttons name none. */
  readonly action?: string
  /** The sentence for a server that does not answer. */
  readonly failed: string | ((intent: string) => string)
}

/** The form of a public page: a plain post without scripts, sent by fetch with them. Returns its last answer. */
export function useAction({ action = '', failed }: Options) {
  const posted = useActionData() as Answer | undefined
  const { revalidate } = useRevalidator()
  const [answer, setAnswer] = useState(posted)
  const [isBusy, setIsBusy] = useState(false)

  async function send(form: FormData): Promise<Answer> {
    if (!form.has('intent')) form.set('intent', action)
    setIsBusy(true)
    const sentence = typeof failed === 'string' ? failed : failed(String(form.get('intent')))
    const came = await postAction(form, sentence)
    setIsBusy(false)
    setAnswer(came)
    // The live stream brings the change too, but may be cut off.
    if (came.ok) void revalidate()
    return came
  }

  const onSubmit = submitWith((form) => (isBusy ? undefined : send(form)))

  return { answer, isBusy, send, formProps: { method: 'post', onSubmit } as const }
}
