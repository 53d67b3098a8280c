import { type CupView, placeOf } from '../domain/cup.ts'
import { pageOf } from '../domain/teams/entries.ts'
import type { PublicPages, QueryRule } from './app-context.ts'
import { allPages, type PageName, pages, withoutParameter } from './pages.ts'

/**
 * The query parameters that a shared page reads, each with the rule that tells real values from made-up ones: a made-up query must not have
 * the same page rendered a thousand times. Apart from the table, because browsers do not need it.
 */
const queries: { readonly [Name in PageName]?: Readonly<Record<string, QueryRule>> } = {
  register: { done: isRegistered },
  draw: { match: isInDraw, team: isTeamOfDraw },
  entries: { page: isFurtherPage },
  pastTournaments: { edition: isOldAddress, match: isMatchOfEdition },
  scheduleIcs: { team: isTeamOfDraw },
}

/** The same for an optional parameter at the end of an address. */
const parameters: { readonly [Name in PageName]?: (value: string, view: CupView) => boolean } = {
  pastTournaments: hasDraw,
}

/** For the page cache. */
export function publicPages(): PublicPages {
  return new Map(
    allPages
      .filter(({ isShared }) => isShared)
      .map(({ id, path }) => {
        const isKnown = parameters[id]
        return [withoutParameter(path), { id, query: queries[id] ?? {}, ...(isKnown && { isKnown }) }]
      }),
  )
}

/** For the server: every address with a page. */
export function pagePaths(): readonly string[] {
  return allPages
    .map(({ path }) => path)
    .filter((path) => path !== pages.notFound.path)
    .flatMap((path) => (path.endsWith('?') ? [withoutParameter(path), path.slice(0, -1)] : path))
}

type Query = Parameters<QueryRule>[0]

function isRegistered({ value }: Query): boolean {
  return value === 'registered' || value === 'waiting'
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

/** '/past-tournaments?edition=12' leads to '/past-tournaments/12'; so does the page's form without scripts. */
function isOldAddress({ value, parameter }: Query): boolean {
  return value !== '' && parameter === undefined
}

// Draws of the past are not in the view.
function isMatchOfEdition({ value, kept, parameter }: Query): boolean {
  return (parameter !== undefined || kept.has('edition')) && /^\d{1,2}\.\d{1,4}$/.test(value)
}
