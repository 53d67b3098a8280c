import type { Organiser } from '../actors.ts'
import type { Command, Commands } from './command.ts'
import { allFields } from './form-fields.ts'
import { beginEdition } from './settings/begin-edition.ts'
import { changeEditions } from './settings/change-editions.ts'
import { changeSettings } from './settings/change-settings.ts'

type Change = typeof changeSettings | typeof changeEditions | typeof beginEdition

/** A change that reads the whole form: an absent field stays as it is. */
const formCommand =
  (change: Change, fixed?: Readonly<Record<string, string>>): Command =>
  async (parts, { form, actor, tap }) => {
    const read = allFields(form, '')
    return read.ok ? change(parts, fixed ?? read.value, actor as Organiser, tap) : read
  }

export const settingsCommands = {
  /** Saves the settings that a form names: all of them, or the one of a switch. */
  settings: formCommand(changeSettings),
  setting: formCommand(changeSettings),
  'keep-draw': formCommand(changeSettings, { drawCreation: 'admin' }),
  /** Writes the past champions, on their own page or on that of the settings. */
  editions: formCommand(changeEditions),
  'begin-edition': formCommand(beginEdition),
} satisfies Commands
