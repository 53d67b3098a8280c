import type { Outcome } from '../../domain/outcome.ts'
import type { App, Changed, Organiser } from '../app-context.ts'
import { answer, fieldsOf, refuse } from './answer.ts'
import { logout, type SignedIn, takeBack, tapOf, textOf } from './signed-in.ts'

/** What a button asks for. It stands beside its button; a page puts its parts' intents together. */
export type Intent = {
  /** The sentence for when the server fails, or does not answer. */
  readonly failure: string
  /** The spec's own words where something has to be confirmed. */
  readonly question?: string
  /** Where a browser without scripts goes next, where that is not the page itself. */
  readonly back?: string
  /** … and where when everything already was as asked. */
  readonly backUnchanged?: (posted: Posted) => string
  /** Reads the form and gives the command. */
  readonly give: (posted: Posted) => Outcome<Changed> | Promise<Outcome<Changed>>
}

export type Posted = {
  readonly app: App
  readonly organiser: Organiser
  readonly form: FormData
  /** A field's text, '' where there is none. */
  readonly text: (name: string) => string
  /** All of them, as they were typed, but passwords. */
  readonly fields: Readonly<Record<string, string>>
  readonly tap: ReturnType<typeof tapOf>
  /** The page the form stands on, for a browser without scripts. */
  readonly page: string
}

export type Intents = Readonly<Record<string, Intent>>

/** Answers a post by the intent that its button names, or by `unnamed` where it names none. */
export function answerIntent(
  intents: Intents,
  parts: SignedIn,
  form: FormData,
  page: string,
  unnamed?: Intent,
) {
  const name = textOf(form, 'intent')
  if (name === 'logout') return logout(parts)
  if (name === 'take-back') return takeBack(parts, form, page)
  const intent = name === '' ? unnamed : Object.hasOwn(intents, name) ? intents[name] : undefined
  if (!intent) return refuse('unknown-action', form)
  const { give, backUnchanged, back = page, ...words } = intent
  const { app, organiser } = parts
  const text = (field: string) => textOf(form, field)
  const fields = Object.fromEntries(fieldsOf(form))
  const posted = { app, organiser, form, text, fields, tap: tapOf(form), page }
  return answer({
    parts,
    form,
    back,
    ...words,
    ...(backUnchanged && { backUnchanged: backUnchanged(posted) }),
    command: async () => give(posted),
  })
}
