import { data, Form, redirect, useActionData, useNavigation } from 'react-router'
import { loginUnanswered, messages } from '../../domain/messages.ts'
import { refusals } from '../../domain/refusals.ts'
import { requestParts } from '../app-context.ts'
import { logFailure } from '../log-failure.ts'
import { clientLoader, meta, page, shouldRevalidate } from '../page.tsx'
import { paths } from '../paths.ts'
import { answered } from '../reachable.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import type { Route } from './+types/login-page'

export { clientLoader, meta, shouldRevalidate }

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(requestParts).organiser) throw redirect(paths.admin)
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const parts = context.get(requestParts)
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const refuse = (error: string, status: number, details: readonly string[] = []) =>
    data({ error, details, email }, { status })
  if (!email || !password) return refuse(messages.loginMissing, 400)
  try {
    const outcome = await parts.app.signIn({ email, password }, parts.from)
    if (!outcome.ok) return refuse(refusals[outcome.reason], 401, outcome.details)
    const { token, expiresAt } = outcome.value
    return redirect(paths.admin, { headers: { 'set-cookie': parts.sessionCookie(token, expiresAt) } })
  } catch (error) {
    logFailure(error)
    return refuse(messages.loginFailed, 503)
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const failed = { error: loginUnanswered, details: [], email: '' }
  return answered(serverAction(), () => failed)
}

export default page('login', Login)

function Login() {
  const actionData = useActionData<typeof clientAction>()
  const { formMethod } = useNavigation()
  const isBusy = formMethod === 'POST'
  return (
    <PageFrame width="text" lead="For organisers of the cup.">
      <Form method="post" noValidate className="grid max-w-md gap-5" aria-label="Login">
        {actionData && !isBusy && (
          <Banner kind="alert" isSought>
            {actionData.error}
            {actionData.details.map((detail) => (
              <span key={detail} className="block font-normal">
                {detail}
              </span>
            ))}
          </Banner>
        )}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          defaultValue={actionData?.email}
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button disabled={isBusy} className="mt-1">
          {isBusy ? 'Logging in...' : 'Login'}
        </Button>
      </Form>
    </PageFrame>
  )
}
