import { type Commands, organiserCommand } from './command.ts'
import { allFields } from './form-fields.ts'
import { beginEdition } from './settings/begin-edition.ts'
import { changeEditions } from './settings/change-editions.ts'
import { changeSettings } from './settings/change-settings.ts'

/** Saves the settings that a form names: all of them, or the one of a switch. */
const settings = organiserCommand({ fields: allFields }, (parts, { fields }, organiser, tap) =>
  changeSettings(parts, fields, organiser, tap),
)

export const settingsCommands = {
  settings,
  setting: settings,
  'keep-draw': organiserCommand({}, (parts, _nothing, organiser, tap) =>
    changeSettings(parts, { drawCreation: 'admin' }, organiser, tap),
  ),
  /** Writes the past champions, on their own page or on that of the settings. */
  editions: organiserCommand({ fields: allFields }, (parts, { fields }, organiser, tap) =>
    changeEditions(parts, fields, organiser, tap),
  ),
  'begin-edition': organiserCommand({ fields: allFields }, (parts, { fields }, organiser, tap) =>
    beginEdition(parts, fields, organiser, tap),
  ),
} satisfies Commands
