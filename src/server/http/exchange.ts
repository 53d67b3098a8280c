import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasOwnCookie } from './cookies.ts'

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
  /** Without a cookie that makes a page its own: may have what is kept for everybody. */
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
    isAnonymous: !hasOwnCookie(request.headers.cookie),
  }
}

export function isSecureSite(site: string): boolean {
  return site.startsWith('https:')
}

/** The pages whose address is itself the secret: whoever has it is let in. */
export function isSecretPath(path: string): boolean {
  return path.startsWith('/entry/')
}

/** A path as it may stand in a log. */
export function loggedPath(path: string): string {
  return isSecretPath(path) ? '/entry/(hidden)' : path
}

export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
