import { done, type Outcome, refused } from './outcome.ts'
import { isPlainText, isTooLong, textLimits } from './text-limits.ts'

/** The registration form, field by field as it is posted. */
export type TeamFields = {
  readonly player1Name: string
  readonly player2Name: string
  readonly teams: string
  readonly teamPhoneNumber: string
}

export const teamFieldLabels: Readonly<Record<keyof TeamFields, string>> = {
  player1Name: 'Player 1 Name',
  player2Name: 'Player 2 Name',
  teams: 'Team(s)',
  teamPhoneNumber: 'Team Phone Number',
}

const fields = ['player1Name', 'player2Name', 'teams', 'teamPhoneNumber'] as const
const requiredFields = ['player1Name', 'teamPhoneNumber'] as const

/** The labels of the required fields that are empty, in the form's order. */
export function missingTeamFields(form: Partial<TeamFields>): string[] {
  return requiredFields.filter((field) => !form[field]?.trim()).map((field) => teamFieldLabels[field])
}

/** The form without surplus space, or the labels of the fields that cannot be used. No format is asked of a phone. */
export function checkTeamForm(form: Partial<TeamFields>): Outcome<TeamFields> {
  const missing = missingTeamFields(form)
  if (missing.length > 0) return refused('missing-fields', missing)
  const tooLong = fields.filter((field) => isTooLong(form[field]?.trim() ?? '', textLimits[field]))
  if (tooLong.length > 0)
    return refused(
      'too-long',
      tooLong.map((field) => teamFieldLabels[field]),
    )
  const strange = fields.filter((field) => !isPlainText(form[field]?.trim() ?? ''))
  if (strange.length > 0)
    return refused(
      'bad-text',
      strange.map((field) => teamFieldLabels[field]),
    )
  return done({
    player1Name: form.player1Name?.trim() ?? '',
    player2Name: form.player2Name?.trim() ?? '',
    teams: form.teams?.trim() ?? '',
    teamPhoneNumber: form.teamPhoneNumber?.trim() ?? '',
  })
}
