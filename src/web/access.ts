import { data, type MiddlewareFunction, redirect } from 'react-router'
import { requestParts } from './app-context.ts'
import { paths } from './paths.ts'

/** Who may open a route, load its data and post to it. A route that is not listed here is open to nobody. */
export const access: Readonly<Record<string, 'anyone' | 'organiser'>> = {
  '/': 'anyone',
  '/register': 'anyone',
  '/draw': 'anyone',
  '/schedule': 'anyone',
  '/entries': 'anyone',
  '/rules': 'anyone',
  '/past-champions': 'anyone',
  '/past-tournaments': 'anyone',
  '/login': 'anyone',
  '/screen': 'anyone',
  '/admin': 'organiser',
  '/admin/teams': 'organiser',
  '/admin/draw': 'organiser',
  '/admin/settings': 'organiser',
  '/admin/journal': 'organiser',
  '/admin/account': 'organiser',
  '/*': 'anyone',
}

/** Stands before every document, data request and post: nobody signed in goes to /login, an unlisted route to nobody. */
export const guard: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  const rule = access[`/${pattern.replace(/^\//, '')}`]
  if (!rule) throw data('Nobody was given access to this page.', { status: 403 })
  if (rule === 'organiser' && !context.get(requestParts).organiser) throw redirect(paths.login)
  return next()
}
