import { data, type MiddlewareFunction, redirect } from 'react-router'
import { requestParts } from './app-context.ts'
import { pageOfPattern } from './pages.ts'
import { paths } from './paths.ts'

/** Stands before every document, data request and post: nobody signed in goes to /login, an unlisted route to nobody. */
export const guard: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  const page = pageOfPattern(pattern)
  if (!page) throw data('Nobody was given access to this page.', { status: 403 })
  if (page.openTo === 'organiser' && !context.get(requestParts).organiser) throw redirect(paths.login)
  return next()
}
