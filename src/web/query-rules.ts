import { type CupView, placeOf } from '../domain/cup.ts'
import { pageOf } from '../domain/teams/entries.ts'
import type { QueryRule } from './app-context.ts'

// Whitelists of the page cache: made-up values must not have the same page rendered a thousand times.

type Query = Parameters<QueryRule>[0]

export function isRegistered({ value }: Query): boolean {
  return value === 'registered' || value === 'waiting'
}

export function isFurtherPage({ value, view }: Query): boolean {
  return value !== '1' && value === String(pageOf(value, view.entries.length))
}

export function isInDraw({ value, view }: Query): boolean {
  const rounds = view.draw?.rounds ?? []
  return rounds.some(({ matches }) => matches.some((match) => value === match.id || value === placeOf(match)))
}

export function isTeamOfDraw({ value, view }: Query): boolean {
  return Object.hasOwn(view.draw?.teams ?? {}, value)
}

export function hasDraw(edition: string, { settings, pastDraws }: CupView): boolean {
  return [settings.editionNumber, ...pastDraws].some((number) => String(number) === edition)
}

/** '/past-tournaments?edition=12' leads to '/past-tournaments/12'; so does the page's form without scripts. */
export function isOldAddress({ value, parameter }: Query): boolean {
  return value !== '' && parameter === undefined
}

// Draws of the past are not in the view.
export function isMatchOfEdition({ value, kept, parameter }: Query): boolean {
  return (parameter !== undefined || kept.has('edition')) && /^\d{1,2}\.\d{1,4}$/.test(value)
}
