import type { Exchange } from './exchange.ts'
import type { Problem } from './plain-page.ts'
import { isSameOrigin } from './same-origin.ts'

const longestUrl = 2_048

/** Why a request is refused whatever it asks for, or undefined. */
export function requestProblem(
  { request, site, url, path, isRead }: Exchange,
  isOriginFixed: boolean,
): Problem | undefined {
  if (!isWellFormed(url, path, site)) return { status: 400 }
  if (url.length > longestUrl) return { status: 414 }
  if (isRead) return undefined
  if (request.method !== 'POST') return { status: 405, headers: ['allow', 'GET, HEAD, POST'] }
  return isSameOrigin(request.headers, site, isOriginFixed) ? undefined : { status: 403 }
}

/** The host comes from the visitor too: one that is no host at all is as malformed as an address. */
function isWellFormed(url: string, path: string, site: string): boolean {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\') || !URL.canParse(url, site))
    return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
