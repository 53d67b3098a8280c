import { Form, redirect, useActionData, useNavigation } from 'react-router'
import type { Answer } from '../../domain/answer.ts'
import { loginUnanswered } from '../../domain/messages.ts'
import { requestParts } from '../app-context.ts'
import { pageAction } from '../forms/page-action.ts'
import { clientLoader, meta, page, shouldRevalidate } from '../page.tsx'
import { paths } from '../paths.ts'
import { answeredOr } from '../reachable.ts'
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

export const action = pageAction({ unnamed: 'login' })

export const clientAction = answeredOr(loginUnanswered)

export default page('login', Login)

function Login() {
  const actionData = useActionData() as Answer | undefined
  const { formMethod } = useNavigation()
  const isBusy = formMethod === 'POST'
  const failure = actionData?.ok === false ? actionData : undefined
  return (
    <PageFrame width="text" lead="For organisers of the cup.">
      <Form method="post" noValidate className="grid max-w-md gap-5" aria-label="Login">
        {failure && !isBusy && (
          <Banner kind="alert" isSought>
            {failure.error}
            {failure.details.map((detail) => (
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
          defaultValue={failure && new Map(failure.fields).get('email')}
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button disabled={isBusy} className="mt-1">
          {isBusy ? 'Logging in...' : 'Login'}
        </Button>
      </Form>
    </PageFrame>
  )
}
