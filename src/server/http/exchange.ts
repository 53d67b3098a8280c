import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasSessionCookie } from './cookies.ts'

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
  /** Without any session, valid or not: may have what is kept for everybody. */
  readonly isAnonymous: boolean
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse, site: string): Exchange {
  const url = request.url as string
  return {
    request,
    response,
    site,
    isSecure: isSecureSite(site),
    url,
    path: pathOf(url),
    isRead: request.method === 'GET' || request.method === 'HEAD',
    isAnonymous: !hasSessionCookie(request.headers.cookie),
  }
}

export function isSecureSite(site: string): boolean {
  return site.startsWith('https:')
}

export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
