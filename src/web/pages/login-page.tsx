import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { loginUnanswered } from '../../domain/answer.ts'
import { refusals } from '../../domain/refusals.ts'
import { pageLeft } from '../actions/ended-session.ts'
import { pageAction } from '../actions/page-action.ts'
import { useAction } from '../actions/use-action.ts'
import { requestParts } from '../app-context.ts'
import { clientLoader, meta, page, shouldRevalidate } from '../page.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { useHydrated } from '../ui/time.tsx'
import type { Route } from './+types/login-page'

export { clientLoader, meta, shouldRevalidate }

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(requestParts).organiser) throw redirect(paths.admin)
  return null
}

export const action = pageAction({ unnamed: 'login', back: () => paths.admin })

export default page('login', Login)

function Login() {
  const { answer, isBusy, formProps } = useAction({ action: 'login', failed: loginUnanswered })
  const navigate = useNavigate()
  const left = useHydrated() ? pageLeft() : undefined
  const isSignedIn = answer?.ok === true
  useEffect(() => {
    if (isSignedIn) void navigate(left ?? paths.admin)
  }, [isSignedIn, navigate, left])
  const failure = answer?.ok === false ? answer : undefined
  return (
    <PageFrame width="text" lead={left ? refusals['signed-out'].sentence : 'For organisers of the cup.'}>
      <form {...formProps} noValidate className="grid max-w-md gap-5" aria-label="Login">
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
        <Button disabled={isBusy || isSignedIn} className="mt-1">
          {isBusy || isSignedIn ? 'Logging in...' : 'Login'}
        </Button>
      </form>
    </PageFrame>
  )
}
