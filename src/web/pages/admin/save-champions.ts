import { answer, fieldsOf } from '../../forms/answer.ts'
import { type SignedIn, tapOf } from '../../forms/signed-in.ts'
import { paths } from '../../paths.ts'

export const championsFailure = 'The past champions could not be saved. Please try again.'

/** Writes the past champions as a form posts them, to their own page or to the settings. */
export function saveChampions(parts: SignedIn, form: FormData) {
  const fields = Object.fromEntries(fieldsOf(form))
  const command = () => parts.app.changeEditions(fields, parts.organiser, tapOf(form))
  return answer({ parts, form, failure: championsFailure, back: paths.adminChampions, command })
}
