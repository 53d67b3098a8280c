import type { Entry, TeamId } from '../../../../domain/cup.ts'
import { orderEntries } from '../../../../domain/teams/entries.ts'
import { lookAlikes, lookAlikeWords } from '../../../../domain/teams/look-alikes.ts'
import { entryName } from '../../../../domain/teams/names.ts'
import { foldText } from '../../../../domain/text.ts'
import type { OrganiserTeam } from '../../../app-context.ts'

export const shownChoices = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  alike: 'Look alike',
  removed: 'Removed',
} as const
export type Shown = keyof typeof shownChoices

export function shownOf(text: string | null): Shown {
  return text !== null && Object.hasOwn(shownChoices, text) ? (text as Shown) : 'all'
}

type Loaded = { readonly teams: readonly OrganiserTeam[]; readonly edition: number }
type Current = { readonly entries: readonly Entry[]; readonly edition: number }

/** The list as loaded, with what the stream has told since (no phone numbers). A new edition starts with nobody. */
export function currentTeams(loaded: Loaded, current: Current): readonly OrganiserTeam[] {
  const known = new Map(loaded.teams.map((team) => [team.id, team]))
  const listed = new Set(current.entries.map(({ id }) => id))
  const here = current.entries.map((entry) => {
    return { ...entry, teamPhoneNumber: known.get(entry.id)?.teamPhoneNumber ?? '', removed: false }
  })
  if (current.edition !== loaded.edition) return orderEntries(here)
  const gone = loaded.teams.filter(({ id }) => !listed.has(id)).map((team) => ({ ...team, removed: true }))
  return orderEntries([...here, ...gone])
}

/** For each team that looks like others: why, and which. */
export function alikeNotes(teams: readonly OrganiserTeam[]): ReadonlyMap<TeamId, readonly string[]> {
  const here = teams.filter(({ removed }) => !removed)
  const phones = Object.fromEntries(here.map(({ id, teamPhoneNumber }) => [id, teamPhoneNumber]))
  const names = new Map(here.map((team) => [team.id, entryName(team)]))
  const notes = new Map<TeamId, string[]>()
  for (const { reason, teams: alike } of lookAlikes(here, phones)) {
    for (const id of alike) {
      const others = alike.filter((other) => other !== id).map((other) => names.get(other))
      notes.set(id, [...(notes.get(id) ?? []), `${lookAlikeWords[reason]}: ${others.join(' · ')}`])
    }
  }
  return notes
}

type Filter = { readonly search: string; readonly shown: Shown; readonly isAlike: (id: TeamId) => boolean }

export function filterTeams(
  teams: readonly OrganiserTeam[],
  { search, shown, isAlike }: Filter,
): readonly OrganiserTeam[] {
  const words = foldText(search).split(' ').filter(Boolean)
  return teams.filter((team) => {
    if (team.removed !== (shown === 'removed')) return false
    if (shown === 'pending' && team.approved) return false
    if (shown === 'approved' && !team.approved) return false
    if (shown === 'alike' && !isAlike(team.id)) return false
    const { player1Name, player2Name, teams, teamPhoneNumber } = team
    const text = foldText([player1Name, player2Name, teams, teamPhoneNumber].join(' '))
    return words.every((word) => text.includes(word)) || isInPhone(search, teamPhoneNumber)
  })
}

/** Some digits of a number as a display of calls shows them; its last nine tell it apart, whatever the country code before them. */
function isInPhone(search: string, phone: string): boolean {
  if (!/^[\d\s+()./-]+$/.test(search)) return false
  const digits = search.replace(/\D/g, '').replace(/^0+/, '').slice(-9)
  return digits.length >= 3 && phone.replace(/\D/g, '').includes(digits)
}

export function countWords(entries: readonly Entry[], teamLimit: number): string {
  const pending = entries.filter(({ approved }) => !approved).length
  const limit = teamLimit > 0 ? ` · limit ${teamLimit}` : ''
  return `· ${pending} pending${limit}`
}
