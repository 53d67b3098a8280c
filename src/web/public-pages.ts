import { type CupView, placeOf } from '../domain/cup.ts'
import { tableOf } from '../domain/draw/reports.ts'
import { pageOf } from '../domain/teams/entries.ts'
import type { PageRow, QueryRule } from './app-context.ts'
import { allPages, type PageName } from './pages.ts'

/**
 * The query parameters that a kept page reads, each with the rule that tells real values from made-up ones: a made-up query must not have
 * the same page rendered a thousand times. Apart from the table, because browsers do not need it.
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

/** The same for a parameter at the end of an address. */
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

/** The link of a team that withdraws before the draw stops working: its page then says that it has. */
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

/** '/past-tournaments?edition=12' leads to '/past-tournaments/12'; so does the page's form without scripts. */
function isOldAddress({ value, parameter }: Query): boolean {
  return value !== '' && parameter === undefined
}

// Draws of the past are not in the view.
function isMatchOfEdition({ value, kept, parameter }: Query): boolean {
  return (parameter !== undefined || kept.has('edition')) && /^\d{1,2}\.\d{1,4}$/.test(value)
}
