import { data, type MiddlewareFunction, redirect } from 'react-router'
import { requestParts } from './app-context.ts'
import { pageOfPattern } from './pages.ts'
import { paths } from './paths.ts'

/** Access control of every document, data request and post: /login without a session, 403 for a route that is not in the table. */
export const guard: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  const page = pageOfPattern(pattern)
  if (!page) throw data('Nobody was given access to this page.', { status: 403 })
  if (page.openTo === 'organiser' && !context.get(requestParts).organiser) throw redirect(paths.login)
  return next()
}
