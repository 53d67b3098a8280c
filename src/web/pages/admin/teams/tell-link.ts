import { data } from 'react-router'
import { isLoopback } from '../../../../domain/text.ts'
import { type Answer, fieldsOf, refuse } from '../../../forms/answer.ts'
import { type SignedIn, tapOf, textOf } from '../../../forms/signed-in.ts'
import { logFailure } from '../../../log-failure.ts'
import { paths } from '../../../paths.ts'
import { linkFailures } from './edit-team.tsx'

type LinkIntent = keyof typeof linkFailures

export function isLinkIntent(intent: string): intent is LinkIntent {
  return Object.hasOwn(linkFailures, intent)
}

/** The link is in the answer alone: an address to go to would be kept and logged. */
export async function tellLink(
  intent: LinkIntent,
  { app, organiser, nearby }: SignedIn,
  form: FormData,
  site: string,
) {
  const teamId = textOf(form, 'teamId')
  if (!teamId) return refuse('no-team-chosen', form)
  const command = intent === 'show-link' ? app.showLink : app.renewLink
  const outcome = await command({ teamId, ...tapOf(form) }, organiser).catch((error: unknown) => {
    logFailure(error)
    return undefined
  })
  if (!outcome) {
    const error = linkFailures[intent].failure
    return data<Answer>({ ok: false, reason: 'failed', error, details: [], fields: fieldsOf(form) }, 500)
  }
  if (!outcome.ok) return refuse(outcome.reason, form, outcome.details)
  const { message, token } = outcome.value
  // A phone finds nothing under the address that a machine has for itself.
  const address = `${(isLoopback(site) && nearby()) || site}${paths.entry(token)}`
  return data<Answer>({ ok: true, message, revision: 0, link: { teamId, address } })
}
