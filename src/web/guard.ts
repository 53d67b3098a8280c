import { data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router'
import { type Organiser, type RequestParts, requestParts } from './app-context.ts'
import { pageOfPattern } from './pages.ts'
import { paths } from './paths.ts'

/** Access control of every document, data request and post: /login without a session, 403 for a route that is not in the table. */
export const guard: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  const page = pageOfPattern(pattern)
  if (!page) throw data('Nobody was given access to this page.', { status: 403 })
  if (page.openTo === 'organiser') signedIn(context)
  return next()
}

export type SignedIn = RequestParts & { readonly organiser: Organiser }

/** The request's parts with its organiser; redirects to /login without a session. */
export function signedIn(context: LoaderFunctionArgs['context']): SignedIn {
  const parts = context.get(requestParts)
  if (!parts.organiser) throw redirect(paths.login)
  return { ...parts, organiser: parts.organiser }
}
