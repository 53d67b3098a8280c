import { allPages, withoutParameter } from '../../src/web/pages.ts'

type Page = (typeof allPages)[number]

/** A page's own address, and that of its data. */
type Address = { readonly address: string; readonly data: string }

/** Values of the parameters: an edition with a draw, and the secret of a team's own link. */
type Known = { readonly edition?: number; readonly token: string }

/** Every page of the table, except files for programs. */
export const pagesToSee: readonly Page[] = allPages.filter(({ isFile }) => !isFile)

/** The addresses of a page with its parameters filled in: two if the last parameter is optional. */
export function addressesOf({ path }: Page, { edition = 11, token }: Known): Address[] {
  const ways = path.endsWith('?') ? [withoutParameter(path), path] : [path]
  return ways.map((way) => {
    const address = way
      .replace('*', 'nowhere')
      .replace(':token', token)
      .replace(':edition?', String(edition))
      .replace(':group?', 'schedule')
      .replace(':name', 'call')
      .replace(':table', '1')
    if (/[:*?]/.test(address)) throw new Error(`${address} is no real address: fill it in here.`)
    return { address, data: dataOf(address) }
  })
}

/** React Router asks for the data of '/draw' at '/draw.data', and of '/' at '/_.data'. */
function dataOf(address: string): string {
  return address === '/' ? '/_.data' : `${address}.data`
}
