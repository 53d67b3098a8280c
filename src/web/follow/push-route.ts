import { pushFailed } from '../../domain/messages.ts'
import { refusals, statusOf } from '../../domain/refusals.ts'
import { textOf } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { logFailure } from '../page-loader.ts'
import type { Route } from './+types/push-route'
import type { PushAnswer } from './web-push.ts'

/** The public VAPID key. */
export function loader({ context }: Route.LoaderArgs) {
  return answerOr(async () => answer({ key: await context.get(requestParts).app.pushKey() }))
}

/** Subscribes a browser to a team's calls, or unsubscribes it. */
export function action({ context, request }: Route.ActionArgs) {
  const { app, from } = context.get(requestParts)
  return answerOr(async () => {
    const form = await request.formData()
    const endpoint = textOf(form, 'endpoint')
    if (textOf(form, 'intent') === 'unfollow') {
      await app.unfollowByPush(endpoint)
      return answer({})
    }
    const text = (name: string) => textOf(form, name)
    const phone = { team: text('team'), link: text('link'), p256dh: text('p256dh'), auth: text('auth') }
    const outcome = await app.followByPush({ ...phone, endpoint }, from.address)
    if (outcome.ok) return answer({})
    return answer({ error: refusals[outcome.reason].sentence }, statusOf(outcome.reason))
  })
}

async function answerOr(give: () => Promise<Response>): Promise<Response> {
  try {
    return await give()
  } catch (error) {
    logFailure(error)
    return answer({ error: pushFailed }, 503)
  }
}

function answer(said: PushAnswer, status = 200): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(said), { status, headers })
}
