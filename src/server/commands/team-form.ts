import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { TeamForm } from '../app.ts'

/** The form's fields: their labels, whether they must be filled in, and how long they may be. */
const fields = {
  player1Name: { label: 'Player 1 Name', isRequired: true, longest: 80 },
  player2Name: { label: 'Player 2 Name', isRequired: false, longest: 80 },
  teams: { label: 'Team(s)', isRequired: false, longest: 120 },
  teamPhoneNumber: { label: 'Team Phone Number', isRequired: true, longest: 40 },
} as const satisfies Record<keyof TeamForm, { label: string; isRequired: boolean; longest: number }>

const names = Object.keys(fields) as (keyof TeamForm)[]

/** What was typed, tidied; or which fields are missing, too long or not text. */
export function readTeamForm(form: TeamForm): Outcome<TeamForm> {
  const tidy = Object.fromEntries(names.map((name) => [name, tidyText(form[name])])) as TeamForm
  const labelsOf = (isWrong: (name: keyof TeamForm) => boolean) =>
    names.filter(isWrong).map((name) => fields[name].label)

  const missing = labelsOf((name) => fields[name].isRequired && tidy[name] === '')
  if (missing.length > 0) return refused('missing-fields', missing)
  const tooLong = labelsOf((name) => [...tidy[name]].length > fields[name].longest)
  if (tooLong.length > 0) return refused('too-long', tooLong)
  const bad = labelsOf((name) => /\p{Cc}|\p{Cs}/u.test(tidy[name]))
  if (bad.length > 0) return refused('bad-text', bad)
  return done(tidy)
}

/** One spelling of the same letters, single spaces, and no marks that turn the direction of everything after them. */
function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\S\n\r]+/g, ' ')
    .trim()
}
