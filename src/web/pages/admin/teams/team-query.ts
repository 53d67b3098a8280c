import type { TeamId } from '../../../../domain/cup.ts'
import { paths } from '../../../paths.ts'

/** The parts of the address that say what is listed. */
const kept = ['q', 'show', 'page']

/** As the hidden fields of a form. */
export function listedBy(query: URLSearchParams) {
  return Object.fromEntries(kept.map((name) => [name, query.get(name) ?? undefined]))
}

/** Without scripts the page comes back as it was filtered. */
export function backTo(form: FormData): string {
  const query = new URLSearchParams()
  for (const name of kept) {
    const value = form.get(name)
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  return `${paths.adminTeams}?${query}`
}

/** Where the links of the list lead: what is listed stays. */
export function linksOf(query: URLSearchParams, search: string) {
  const listed = [...query].filter(([name]) => kept.includes(name))
  const listedAnyPage = listed.filter(([name]) => name !== 'page')
  // What is typed narrows the list at once, and is in the address only once it is sent.
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
