import type { Intent } from '../../forms/intents.ts'
import { paths } from '../../paths.ts'

/** Writes the past champions as a form posts them, to their own page or to the settings. */
export const championsIntent: Intent = {
  failure: 'The past champions could not be saved. Please try again.',
  back: paths.adminChampions,
  give: ({ app, organiser, fields, tap }) => app.changeEditions(fields, organiser, tap),
}
