import { type CupView, placeOf } from '../domain/cup.ts'
import { tableOf } from '../domain/draw/reports.ts'
import { pageOf } from '../domain/teams/entries.ts'
import type { PageRow, QueryRule } from './app-context.ts'
import { allPages, type PageName } from './pages.ts'

/**
 * Allowlist of the query parameters that a cached page reads, each with a rule for its real values: made-up queries must not have the
 * same page rendered a thousand times. Not in the page table, because browsers do not need it.
 */
const queries: { readonly [Name in PageName]?: Readonly<Record<string, QueryRule>> } = {
  register: { done: isRegistered },
  draw: { match: isInDraw, team: isTeamOfDraw },
  entries: { page: isFurtherPage },
  pastTournaments: { edition: isOldAddress, match: isMatchOfEdition },
  scheduleIcs: { team: isTeamOfDraw },
  entry: { done: hasWithdrawn },
  table: { done: isInDraw },
}

/** The same for path parameters. */
const parameters: { readonly [Name in PageName]?: (value: string, view: CupView) => boolean } = {
  pastTournaments: hasDraw,
  table: hasTable,
}

/** The page table as the server reads it. */
export const pageRows: readonly PageRow[] = allPages.map(({ id, path, isShared, isSecret }) => ({
  id,
  path,
  isShared,
  isSecret,
  query: queries[id] ?? {},
  isKnown: parameters[id],
}))

type Query = Parameters<QueryRule>[0]

function isRegistered({ value }: Query): boolean {
  return value === 'registered' || value === 'waiting'
}

/** A team that withdraws before the draw loses its link: its page then confirms the withdrawal. */
function hasWithdrawn({ value }: Query): boolean {
  return value === 'withdraw'
}

function isFurtherPage({ value, view }: Query): boolean {
  return value !== '1' && value === String(pageOf(value, view.entries.length))
}

function isInDraw({ value, view }: Query): boolean {
  const rounds = view.draw?.rounds ?? []
  return rounds.some(({ matches }) => matches.some((match) => value === match.id || value === placeOf(match)))
}

function isTeamOfDraw({ value, view }: Query): boolean {
  return Object.hasOwn(view.draw?.teams ?? {}, value)
}

function hasDraw(edition: string, { settings, pastDraws }: CupView): boolean {
  return [settings.editionNumber, ...pastDraws].some((number) => String(number) === edition)
}

function hasTable(table: string, { settings }: CupView): boolean {
  return tableOf(settings, table) !== undefined
}

/** '/past-tournaments?edition=12', an old link or the page's form without scripts, redirects to '/past-tournaments/12'. */
function isOldAddress({ value, parameter }: Query): boolean {
  return value !== '' && parameter === undefined
}

// Past draws are not in the view: only the form of the value is checked.
function isMatchOfEdition({ value, kept, parameter }: Query): boolean {
  return (parameter !== undefined || kept.has('edition')) && /^\d{1,2}\.\d{1,4}$/.test(value)
}
