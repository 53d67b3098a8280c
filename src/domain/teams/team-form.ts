import type { Entry } from '../cup.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { isPlainText, isTooLong, textLimits, tidyText } from '../tidy-text.ts'
import { entryName } from './names.ts'

/** The fields of the registration form. */
export type TeamForm = {
  readonly player1Name: string
  readonly player2Name: string
  readonly teams: string
  readonly teamPhoneNumber: string
}

export const teamFieldLabels: Readonly<Record<keyof TeamForm, string>> = {
  player1Name: 'Player 1 Name',
  player2Name: 'Player 2 Name',
  teams: 'Team(s)',
  teamPhoneNumber: 'Team Phone Number',
}

const fields = Object.keys(teamFieldLabels) as (keyof TeamForm)[]
const requiredFields = ['player1Name', 'teamPhoneNumber'] as const

export function teamField(name: keyof TeamForm) {
  return { name, label: teamFieldLabels[name], maxLength: textLimits[name] }
}

export function readTeamForm(read: (field: keyof TeamForm) => string): TeamForm {
  return {
    player1Name: read('player1Name'),
    player2Name: read('player2Name'),
    teams: read('teams'),
    teamPhoneNumber: read('teamPhoneNumber'),
  }
}

/** The labels of empty required fields, in the form's order. */
export function missingTeamFields(form: Partial<TeamForm>): string[] {
  return requiredFields.filter((field) => !form[field]?.trim()).map((field) => teamFieldLabels[field])
}

/** The normalised form, or the labels of invalid fields. `hasNoPhone`: a team whose number was deleted needs none. */
export function checkTeamForm(form: Partial<TeamForm>, { hasNoPhone = false } = {}): Outcome<TeamForm> {
  const tidy = readTeamForm((field) => tidyText(form[field] ?? ''))
  const missing = missingTeamFields(hasNoPhone ? { ...tidy, teamPhoneNumber: '-' } : tidy)
  if (missing.length > 0) return refused('missing-fields', missing)
  const tooLong = labelsOf((field) => isTooLong(tidy[field], textLimits[field]))
  if (tooLong.length > 0) return refused('too-long', tooLong)
  const strange = labelsOf((field) => !isPlainText(tidy[field]))
  if (strange.length > 0) return refused('bad-text', strange)
  return done(tidy)
}

function labelsOf(isWrong: (field: keyof TeamForm) => boolean): string[] {
  return fields.filter(isWrong).map((field) => teamFieldLabels[field])
}

/** Names that a team already in the draw asks for; private until an organiser accepts them. */
export type Correction = Omit<TeamForm, 'teamPhoneNumber'>

/** 'Mia, Ben', or 'Mia, Ben (Tigers)' if its team(s) change too. */
export function correctedName(entry: Entry, correction: Correction): string {
  const corrected = { ...entry, ...correction }
  const teams = corrected.teams === entry.teams ? '' : ` (${corrected.teams || 'no team'})`
  return entryName(corrected) + teams
}
