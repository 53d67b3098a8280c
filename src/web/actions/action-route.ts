import { type ActionFunctionArgs, matchPath } from 'react-router'
import { actions, isFormAction } from '../../domain/actions.ts'
import { textOf } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { pages } from '../pages.ts'
import { runForm } from './page-action.ts'

/** Resource route: every form of a page with scripts is sent here, and answered as JSON. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const parts = context.get(requestParts)
  const name = params.name ?? ''
  // The session has ended while the page stayed open.
  if (!parts.organiser && isFormAction(name) && actions[name].by === 'organiser')
    return jsonOf({ ok: false, reason: 'signed-out' }, { status: 401 })
  const page = textOf(form, 'page')
  const at = matchPath(pages.entry.path, page) ?? matchPath(pages.table.path, page)
  // Not the form's own: a confirmation that sends its fields again would differ by it.
  form.delete('page')
  const site = new URL(request.url).origin
  const { answer, status, headers } = await runForm(parts, form, { name, params: at?.params ?? {}, site })
  headers.set('cache-control', 'no-store')
  return jsonOf(answer, { status, headers })
}

/** As `Response.json`, which the oldest browsers do not have: src/web is compiled for them. */
function jsonOf(answer: object, { status, headers = new Headers() }: { status: number; headers?: Headers }) {
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(answer), { status, headers })
}
