import type { Entry, TeamId } from '../../../../domain/cup.ts'
import { onPage, orderEntries, pageOf, teamsPerPage, waitingList } from '../../../../domain/teams/entries.ts'
import { lookAlikes, lookAlikeWords } from '../../../../domain/teams/look-alikes.ts'
import { entryName } from '../../../../domain/teams/names.ts'
import { missingTeams } from '../../../../domain/teams/registration.ts'
import { foldText } from '../../../../domain/text.ts'
import type { OrganiserTeam } from '../../../app-context.ts'
import { paths } from '../../../paths.ts'

export const shownChoices = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  corrected: 'Corrections',
  alike: 'Look alike',
  missing: 'Not here yet',
  here: 'Here',
  removed: 'Removed',
} as const
export type Shown = keyof typeof shownChoices

export function shownOf(text: string | null): Shown {
  return text !== null && Object.hasOwn(shownChoices, text) ? (text as Shown) : 'all'
}

type Loaded = { readonly teams: readonly OrganiserTeam[]; readonly edition: number }
type Current = { readonly entries: readonly Entry[]; readonly edition: number }

/** `isNew`: entered since the list was loaded, so that its phone number is still to come. */
export type CurrentTeam = OrganiserTeam & { readonly isNew?: boolean }

/** The loaded list merged with the live entries, which have neither phone numbers nor corrections. A new edition starts empty. */
export function currentTeams(loaded: Loaded, current: Current): readonly CurrentTeam[] {
  const known = new Map(loaded.teams.map((team) => [team.id, team]))
  const listed = new Set(current.entries.map(({ id }) => id))
  const here = current.entries.map((entry) => {
    const team = known.get(entry.id)
    if (!team) return { ...entry, teamPhoneNumber: '', removed: false, isNew: true }
    const { teamPhoneNumber, correctedFrom, correction } = team
    return { ...entry, teamPhoneNumber, correctedFrom, correction, removed: false }
  })
  if (current.edition !== loaded.edition) return orderEntries(here)
  const gone = loaded.teams.filter(({ id }) => !listed.has(id)).map((team) => ({ ...team, removed: true }))
  return orderEntries([...here, ...gone])
}

export type AlikeGroup = {
  readonly words: string
  /** The first to arrive. */
  readonly teams: readonly OrganiserTeam[]
  /** Number of the others. */
  readonly more: number
}

const mostSideBySide = 12
const mostNamed = 3
const mostGroups = 50

export function alikeGroups(teams: readonly OrganiserTeam[]): readonly AlikeGroup[] {
  return groupsOf(teams).map(({ words, alike }) => ({
    words,
    teams: alike.slice(0, mostSideBySide),
    more: Math.max(0, alike.length - mostSideBySide),
  }))
}

/** Warnings by team: why it looks like others, and which ones. */
export function alikeNotes(teams: readonly OrganiserTeam[]): ReadonlyMap<TeamId, readonly string[]> {
  const notes = new Map<TeamId, string[]>()
  for (const { words, alike } of groupsOf(teams)) {
    // One more than shown: the team itself may be among them.
    const first = alike.slice(0, mostNamed + 1)
    for (const { id } of alike) {
      const named = first.filter((other) => other.id !== id).slice(0, mostNamed)
      const more = alike.length - 1 - named.length
      const others = [...named.map(entryName), ...(more > 0 ? [`${more} more`] : [])]
      notes.set(id, [...(notes.get(id) ?? []), `${words}: ${others.join(' · ')}`])
    }
  }
  return notes
}

function groupsOf(teams: readonly OrganiserTeam[]) {
  const here = new Map(teams.filter(({ removed }) => !removed).map((team) => [team.id, team]))
  const phones = Object.fromEntries([...here].map(([id, { teamPhoneNumber }]) => [id, teamPhoneNumber]))
  return lookAlikes([...here.values()], phones).map(({ reason, teams: ids }) => ({
    words: lookAlikeWords[reason],
    alike: ids.flatMap((id) => here.get(id) ?? []),
  }))
}

type Filter = {
  readonly search: string
  readonly shown: Shown
  readonly isAlike: (id: TeamId) => boolean
  /** Just tapped: stays listed even if the filter no longer matches. */
  readonly isHeld?: (id: TeamId) => boolean
}

export function filterTeams(
  teams: readonly OrganiserTeam[],
  { search, shown, isAlike, isHeld = () => false }: Filter,
): readonly OrganiserTeam[] {
  const words = foldText(search).split(' ').filter(Boolean)
  return teams.filter((team) => {
    if (!isHeld(team.id) && !isShown(team)) return false
    const { player1Name, player2Name, teams, teamPhoneNumber } = team
    const text = foldText([player1Name, player2Name, teams, teamPhoneNumber].join(' '))
    return words.every((word) => text.includes(word)) || isInPhone(search, teamPhoneNumber)
  })

  function isShown(team: OrganiserTeam): boolean {
    if (team.removed !== (shown === 'removed')) return false
    if (shown === 'pending' && team.approved) return false
    if (shown === 'approved' && !team.approved) return false
    if (shown === 'corrected' && !team.correction) return false
    if (shown === 'alike' && !isAlike(team.id)) return false
    if (shown === 'missing' && missingTeams([team]).length === 0) return false
    return shown !== 'here' || team.checkedInAt !== undefined
  }
}

/** Compares digits only; the last nine identify a number, with or without its country code. */
function isInPhone(search: string, phone: string): boolean {
  if (!/^[\d\s+()./-]+$/.test(search)) return false
  const digits = search.replace(/\D/g, '').replace(/^0+/, '').slice(-9)
  return digits.length >= 3 && phone.replace(/\D/g, '').includes(digits)
}

/** Number of pending teams and, with a limit, of taken places. */
export function countWords(
  { pending, approved }: Record<'pending' | 'approved', number>,
  teamLimit: number,
): string {
  const places = teamLimit > 0 ? ` · ${approved} of ${teamLimit} places taken` : ''
  return `· ${pending} pending${places}`
}

/** One page of a long list, with totals over all of it. */
type PagedTeams = {
  readonly page: number
  /** Number of search results. */
  readonly found: number
  readonly total: number
  /** Number of waiting corrections. */
  readonly corrected: number
  readonly alike: Readonly<Record<TeamId, readonly string[]>>
  readonly groups: readonly AlikeGroup[]
  /** Places on the waiting list. */
  readonly waiting: Readonly<Record<TeamId, number>>
}

type Whole = {
  readonly teams: readonly OrganiserTeam[]
  readonly entries: readonly Entry[]
  readonly teamLimit: number
}

export function countCorrected(teams: readonly OrganiserTeam[]): number {
  return teams.filter(({ correction, removed }) => correction && !removed).length
}

/** Server-side pagination, because a browser is slow with thousands of rows; undefined if one page suffices. */
export function pageOfTeams({ teams, entries, teamLimit }: Whole, query: URLSearchParams) {
  if (teams.length <= teamsPerPage) return undefined
  const alike = alikeNotes(teams)
  const shown = shownOf(query.get('show'))
  const search = query.get('q') ?? ''
  const found = orderEntries(filterTeams(teams, { search, shown, isAlike: (id) => alike.has(id) }))
  const page = pageOf(query.get('page'), found.length)
  const rows = onPage(found, page)
  const ids = new Set(rows.map(({ id }) => id))
  const paged: PagedTeams = {
    page,
    found: found.length,
    total: entries.length,
    corrected: countCorrected(teams),
    alike: Object.fromEntries(rows.map(({ id }) => [id, alike.get(id) ?? []])),
    groups: shown === 'alike' ? alikeGroups(teams).slice(0, mostGroups) : [],
    waiting: Object.fromEntries(
      waitingList(entries, teamLimit).flatMap(({ id }, nth) => (ids.has(id) ? [[id, nth + 1]] : [])),
    ),
  }
  // All approved entries too, for the note about the draw.
  return { teams: rows, entries: entries.filter(({ id, approved }) => approved || ids.has(id)), paged }
}

/** Query parameters that filter the list. */
const listParameters = ['q', 'show', 'page']

/** The filter as hidden fields of a form. */
export function listFields(query: URLSearchParams) {
  return Object.fromEntries(listParameters.map((name) => [name, query.get(name) ?? undefined]))
}

/** Redirect target without scripts: the list with the form's `listFields`. */
export function listAddress(form: FormData): string {
  const query = new URLSearchParams()
  for (const name of listParameters) {
    const value = form.get(name)
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  return `${paths.adminTeams}?${query}`
}

/** Links that keep the filter. */
export function linksOf(query: URLSearchParams, search: string) {
  const listed = [...query].filter(([name]) => listParameters.includes(name))
  const listedAnyPage = listed.filter(([name]) => name !== 'page')
  // The search narrows the list while typing; the address has it only after submitting.
  const searched = [...listed.filter(([name]) => name !== 'q'), ...(search ? [['q', search]] : [])]
  const withPart = (parts: string[][], name: string, value: string) =>
    `?${new URLSearchParams([...parts, [name, value]])}`
  return {
    closeTo: `?${new URLSearchParams(listed)}`,
    editTo: (id: TeamId) => withPart(listed, 'edit', id),
    csvTo: withPart(searched, 'format', 'csv'),
    pageTo: (page: number) => withPart(listedAnyPage, 'page', String(page)),
  }
}
