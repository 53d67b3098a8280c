import { type ActionFunctionArgs, matchPath } from 'react-router'
import { textOf } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { pages } from '../pages.ts'
import { runForm } from './page-action.ts'

/** Resource route: every form of a page with scripts is sent here, and answered as JSON. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = matchPath(pages.entry.path, textOf(form, 'page'))?.params.token
  const site = new URL(request.url).origin
  const { answer, status, headers } = await runForm(context.get(requestParts), form, {
    name: params.name ?? '',
    token,
    site,
  })
  headers.set('cache-control', 'no-store')
  return Response.json(answer, { status, headers })
}
