import type { Intent } from '../../../forms/intents.ts'

/** Saves the settings that a form names: all of them, or the one of a switch. */
export const settingsIntent: Intent = {
  failure: 'The settings could not be saved. Please try again.',
  give: ({ app, organiser, fields, tap }) => app.changeSettings(fields, organiser, tap),
}
