import type { TeamId } from '../../../../domain/cup.ts'
import { paths } from '../../../paths.ts'

/** Query parameters that select the list. */
const kept = ['q', 'show', 'page']

/** As the hidden fields of a form. */
export function listedBy(query: URLSearchParams) {
  return Object.fromEntries(kept.map((name) => [name, query.get(name) ?? undefined]))
}

/** Redirect target without scripts: the list filtered as before. */
export function backTo(form: FormData): string {
  const query = new URLSearchParams()
  for (const name of kept) {
    const value = form.get(name)
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  return `${paths.adminTeams}?${query}`
}

/** Links that keep the filter. */
export function linksOf(query: URLSearchParams, search: string) {
  const listed = [...query].filter(([name]) => kept.includes(name))
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
