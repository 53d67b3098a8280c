import { type ActionFunctionArgs, matchPath } from 'react-router'
import { actions, isFormAction } from '../../domain/actions.ts'
import { textOf } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { pages } from '../pages.ts'
import { runForm } from './page-action.ts'

/** Resource route: with scripts, every form is posted here and answered as JSON. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const parts = context.get(requestParts)
  const name = params.name ?? ''
  // The session has ended while the page stayed open.
  if (!parts.organiser && isFormAction(name) && actions[name].by === 'organiser')
    return jsonOf({ ok: false, reason: 'signed-out' }, { status: 401 })
  const page = textOf(form, 'page')
  const at = matchPath(pages.entry.path, page) ?? matchPath(pages.table.path, page)
  // Added by postAction: the answer echoes the form's fields, and a confirmation would send it twice.
  form.delete('page')
  const site = new URL(request.url).origin
  const { answer, status, headers } = await runForm(parts, form, { name, params: at?.params ?? {}, site })
  headers.set('cache-control', 'no-store')
  return jsonOf(answer, { status, headers })
}

/** `Response.json` is not in the types of the oldest browsers, which src/web is compiled against. */
function jsonOf(answer: object, { status, headers = new Headers() }: { status: number; headers?: Headers }) {
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(answer), { status, headers })
}
