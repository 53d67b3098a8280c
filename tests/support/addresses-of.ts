import { allPages, withoutParameter } from '../../src/web/pages.ts'

type Page = (typeof allPages)[number]

/** What a page is opened by, and where its script asks for its data. */
type Address = { readonly address: string; readonly data: string }

/** Values of the parameters: an edition with a draw, and the secret of a team's own link. */
type Known = { readonly edition?: number; readonly token: string }

/** Every page there is to see: one that is added is among them. Files for programs are not. */
export const pagesToSee: readonly Page[] = allPages.filter(({ isFile }) => !isFile)

/** The real addresses of a page: two where the parameter at the end may be left out. */
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
