import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEntryCookie, readSessionCookie } from './cookies.ts'

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
  /** What may be the link of a team that was just registered here; nobody has looked either. */
  readonly entryToken: string | undefined
  /** Carries neither: has what is kept for everybody. */
  readonly isAnonymous: boolean
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse, site: string): Exchange {
  const url = request.url as string
  const path = pathOf(url)
  const isSecure = isSecureSite(site)
  const token = readSessionCookie(request.headers.cookie, isSecure)
  const entryToken = path === '/register' ? readEntryCookie(request.headers.cookie) : undefined
  return {
    request,
    response,
    site,
    isSecure,
    url,
    path,
    isRead: request.method === 'GET' || request.method === 'HEAD',
    token,
    entryToken,
    isAnonymous: token === undefined && entryToken === undefined,
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
