/**
 * The one spelling of a page's address, or undefined where there is no page. The router would also take '/DRAW', '/draw/'
 * and '/dr%61w': each would be rendered anew, because pages are kept under their own address alone.
 */
export function pageSpelling(pagePaths: readonly string[], path: string): string | undefined {
  const isData = path.endsWith('.data')
  const asked = segmentsOf(isData ? pageOfData(path) : path)
  const fits = (segment: string, at: number) =>
    segment.startsWith(':') || segment === decodeURIComponent(asked[at] as string).toLowerCase()
  for (const pagePath of pagePaths) {
    const segments = segmentsOf(pagePath)
    if (segments.length !== asked.length || !segments.every(fits)) continue
    const spelled = `/${segments.map((segment, at) => (segment.startsWith(':') ? asked[at] : segment)).join('/')}`
    return isData ? dataOf(spelled) : spelled
  }
  return undefined
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

// React Router asks for the data of '/draw' at '/draw.data', and of '/' at '/_.data'.
export function pageOfData(path: string): string {
  return path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
}

function dataOf(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`
}
