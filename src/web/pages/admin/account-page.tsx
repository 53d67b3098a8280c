import { shortestPassword, textLimits } from '../../../domain/tidy-text.ts'
import { ActionButton, ActionForm, Actions, Hidden, useNotice } from '../../actions/action-form.tsx'
import { NoticeBar } from '../../actions/notice-bar.tsx'
import { doneLine, pageAction } from '../../actions/page-action.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { Field } from '../../ui/field.tsx'
import { When } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { passwordField, useClearedForm, YourPassword } from './your-password.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('adminAccount', async ({ parts, url }) => {
  const { app, organiser } = parts
  const [sessions, organisers, done] = await Promise.all([
    app.sessions(organiser),
    app.organisers(organiser),
    doneLine(parts, url),
  ])
  return { email: organiser.email, sessions, organisers, done }
})

export const action = pageAction()

export default page('adminAccount', AdminAccount)

const rowLook = 'flex flex-wrap items-center justify-between gap-3 border-b border-line py-3'

function AdminAccount({ loaded }: PageProps<typeof loader>) {
  const { email, sessions, organisers, done } = loaded
  return (
    <AdminFrame width="text" isLive={false}>
      {/* Without live data the page is never behind its own changes. */}
      <Actions revision={Number.POSITIVE_INFINITY} done={done}>
        <NoticeBar offerTakeBack={false} />
        <div className="grid gap-10">
          <section aria-labelledby="password">
            <Title id="password">Password</Title>
            <ChangePassword email={email} />
          </section>
          <section aria-labelledby="sessions">
            <Title id="sessions">Signed in on</Title>
            <ul>
              {sessions.map((session) => (
                <li key={session.id} className={rowLook}>
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">{session.device}</p>
                    <p className="text-sm text-muted">
                      Last used <When at={session.lastSeenAt} />
                    </p>
                  </div>
                  {session.current ? (
                    <span className="text-muted">This device</span>
                  ) : (
                    <ActionForm>
                      <Hidden fields={{ sessionId: session.id }} />
                      <ActionButton tone="quiet" name="intent" value="end-session">
                        Sign out<span className="sr-only"> there</span>
                      </ActionButton>
                    </ActionForm>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="organisers">
            <Title id="organisers">Organisers</Title>
            <ul className="mb-6">
              {organisers.map((organiser) => (
                <li key={organiser.email} className={rowLook}>
                  <div className="min-w-0">
                    <p className="font-semibold break-words">{organiser.email}</p>
                    <p className="text-sm text-muted">
                      Since <When at={organiser.createdAt} />
                    </p>
                  </div>
                  {organiser.email === email ? (
                    <span className="text-muted">You</span>
                  ) : (
                    <Remove email={organiser.email} />
                  )}
                </li>
              ))}
            </ul>
            <AddOrganiser />
          </section>
        </div>
      </Actions>
    </AdminFrame>
  )
}

function Title({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="display mb-4 border-b-[3px] border-chalk pb-2 text-3xl">
      {children}
    </h2>
  )
}

function ChangePassword({ email }: { email: string }) {
  const { formKey, onAnswer } = useClearedForm()
  return (
    <ActionForm key={formKey} onAnswer={onAnswer} className="grid gap-4">
      {/* For password managers. */}
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <Field
        {...passwordField}
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
      />
      <Field
        {...passwordField}
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters. Other devices are signed out.`}
      />
      <ActionButton className="justify-self-start" name="intent" value="change-password">
        Change password
      </ActionButton>
    </ActionForm>
  )
}

function Remove({ email }: { email: string }) {
  return (
    <details>
      <summary className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        Remove<span className="sr-only"> {email}</span>
      </summary>
      <ActionForm className="grid gap-4 pb-3">
        <Hidden fields={{ email }} />
        <YourPassword />
        <ActionButton tone="danger" name="intent" value="remove-organiser">
          Yes, remove {email}
        </ActionButton>
      </ActionForm>
    </details>
  )
}

function AddOrganiser() {
  const { notice } = useNotice()
  const refused = new Map(notice?.kind === 'failed' ? notice.failure.fields : [])
  const email = refused.get('intent') === 'add-organiser' ? refused.get('email') : ''
  const { formKey, onAnswer } = useClearedForm()
  return (
    <ActionForm key={formKey} onAnswer={onAnswer} className="grid gap-4">
      <h3 className="text-lg font-semibold">Add an organiser</h3>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={textLimits.email}
        defaultValue={email}
        required
      />
      <Field
        {...passwordField}
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="Hand it over in person. It can be changed here later."
      />
      <YourPassword />
      <ActionButton className="justify-self-start" name="intent" value="add-organiser">
        Add organiser
      </ActionButton>
    </ActionForm>
  )
}
