import type { IncomingMessage, ServerResponse } from 'node:http'
import { readSessionCookie } from './cookies.ts'

/** One request and its response, with what each part of the server asks about it. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The origin it is asked under. */
  readonly site: string
  readonly isSecure: boolean
  /** Path and query, as the visitor sent them. */
  readonly url: string
  readonly path: string
  /** GET or HEAD. */
  readonly isRead: boolean
  /** What may be the token of a session; nobody has looked yet whether it is. */
  readonly token: string | undefined
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse, site: string): Exchange {
  const url = request.url as string
  const isSecure = isSecureSite(site)
  return {
    request,
    response,
    site,
    isSecure,
    url,
    path: pathOf(url),
    isRead: request.method === 'GET' || request.method === 'HEAD',
    token: readSessionCookie(request.headers.cookie, isSecure),
  }
}

export function isSecureSite(site: string): boolean {
  return site.startsWith('https:')
}

export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
