import { type ReactNode, useEffect, useRef } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Position } from '../../domain/changes.ts'
import type { Settings } from '../../domain/cup.ts'
import { messages, refusals, registerAgain } from '../../domain/messages.ts'
import type { Refused } from '../../domain/outcome.ts'
import { isRegistrationOpen } from '../../domain/settings/registration.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { type TeamForm, teamFieldLabels } from '../../domain/teams/team-form.ts'
import { textLimits } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { useLiveView } from '../live/use-live-view.ts'
import { loadOrError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { logFailure } from '../log-failure.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { answered } from '../reachable.ts'
import { skipRevalidation } from '../skip-revalidation.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Court } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Field } from '../ui/field.tsx'
import { PageFrame } from '../ui/page.tsx'
import type { Route } from './+types/register'

const waitingNote =
  'The draw is full: your team is on the waiting list, and the organisers will call you when a place is free.'

export function loader({ context, request }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get('done')
  const { app, now } = context.get(requestParts)
  const renderedAt = now.getTime()
  return loadOrError(
    messages.loadFailed,
    async () => {
      const { epoch, revision, settings } = await app.publicView()
      return { epoch, revision, settings, renderedAt, done }
    },
    { epoch: 0, revision: 0, settings: defaultSettings, renderedAt, done },
  )
}

export const clientLoader = loadedOr(messages.loadFailed)

export async function action({ context, request }: Route.ActionArgs) {
  const { app, isScripted, organiser, from } = context.get(requestParts)
  const form = await request.formData()
  const read = (name: keyof TeamForm) => String(form.get(name) ?? '').trim()
  const team: TeamForm = {
    player1Name: read('player1Name'),
    player2Name: read('player2Name'),
    teams: read('teams'),
    teamPhoneNumber: read('teamPhoneNumber'),
  }
  // The browser still has what was typed; only a page without script needs it back.
  const typed = isScripted ? undefined : team
  const refuse = (error: string, status: number, wrong: readonly string[] = [], headers = {}) =>
    data({ ok: false as const, error, wrong, typed }, { status, headers })

  try {
    const outcome = await app.registerTeam(team, { address: organiser ? undefined : from.address })
    if (!outcome.ok && outcome.reason === 'registration-slow')
      return refuse(sentenceFor(outcome), 429, [], { 'retry-after': outcome.details[0] })
    if (!outcome.ok)
      return refuse(
        sentenceFor(outcome),
        outcome.reason === 'registration-closed' ? 403 : 400,
        outcome.details,
      )
    const { waiting } = outcome.value
    if (!isScripted) throw redirect(`${paths.register}?done=${waiting ? 'waiting' : 'registered'}`, 303)
    return { ok: true as const, waiting }
  } catch (error) {
    if (error instanceof Response) throw error
    logFailure(error)
    return refuse(messages.registerFailed, 503)
  }
}

function sentenceFor({ reason, details }: Refused): string {
  if (reason === 'missing-fields') return messages.registerMissing(details)
  if (reason === 'registration-slow') return registerAgain(details.join())
  return details.length > 0 ? `${refusals[reason]} (${details.join(', ')})` : refusals[reason]
}

/** A post that does not reach the server keeps the page, and all that was typed. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const failed = { ok: false, error: messages.registerFailed, wrong: [], typed: undefined } as const
  return answered(serverAction(), () => failed)
}

/** When to come again, if the answer says so. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export const shouldRevalidate = skipRevalidation

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Register', description: 'Enter your team of two for the cup.' })
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  const error = 'error' in loaded ? loaded.error : undefined
  if ('settings' in loaded) return <Registration slice={loaded} error={error} answer={actionData} />
  return (
    <PageFrame title="Register" width="text">
      <ErrorNote>{error}</ErrorNote>
    </PageFrame>
  )
}

type Answer = Route.ComponentProps['actionData']
type RegisterSlice = Position & { settings: Settings; renderedAt: number; done: string | null }

type RegistrationProps = { slice: RegisterSlice; error: string | undefined; answer: Answer }

function Registration({ slice, error, answer }: RegistrationProps) {
  const live = useLiveView(slice)
  const { settings } = live
  // What the stream has told meanwhile is no longer missing.
  const isMissing = error !== undefined && live === slice
  // The cup closes at its hour and tells every page: this device's own clock may be wrong.
  const isOpen = isRegistrationOpen(settings, new Date(slice.renderedAt))
  return (
    <>
      {/* Open or closed it is the same form: what was typed is there again when registration opens again. */}
      <div inert={!isOpen}>
        <PageFrame
          title="Register"
          isHeading={isOpen}
          width="text"
          lead="Two players, one team. An organiser approves every entry."
        >
          <RegistrationForm answer={answer} done={slice.done} />
        </PageFrame>
      </div>
      {!isOpen && (
        <Closed refusal={answer?.ok === false ? answer.error : undefined}>
          {isMissing && <ErrorNote>{error}</ErrorNote>}
        </Closed>
      )}
    </>
  )
}

/** Covers the whole page; the form stays behind it. */
function Closed({ refusal, children }: { refusal: string | undefined; children: ReactNode }) {
  return (
    <section className="overlay" aria-labelledby="closed">
      <div className="grid justify-items-center gap-5">
        <Court className="h-36 w-auto text-control sm:h-52" />
        <h1 id="closed" className="display text-5xl font-black text-balance sm:text-7xl">
          {messages.registrationClosedTitle}
        </h1>
        <p className="text-lg text-pretty sm:text-xl" role={refusal && 'alert'}>
          {refusal ?? messages.registrationClosed}
        </p>
        {children}
        <Link to={paths.home} className="button button-primary">
          Back to Home
        </Link>
      </div>
    </section>
  )
}

function RegistrationForm({ answer, done }: { answer: Answer; done: string | null }) {
  const { formMethod } = useNavigation()
  const isBusy = formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const isRegistered = answer ? answer.ok : done === 'registered' || done === 'waiting'
  const isWaiting = answer ? answer.ok && answer.waiting : done === 'waiting'
  const typed = answer?.ok === false ? answer.typed : undefined
  const wrong = answer?.ok === false ? answer.wrong : []
  const part = (name: keyof TeamForm) => ({
    name,
    label: teamFieldLabels[name],
    maxLength: textLimits[name],
    defaultValue: typed?.[name],
    'aria-invalid': wrong.includes(teamFieldLabels[name]) || undefined,
  })

  useEffect(() => {
    if (answer?.ok) form.current?.reset()
  }, [answer])

  return (
    <Form ref={form} method="post" noValidate className="grid gap-5" aria-label="Register a team">
      {!isBusy && isRegistered && (
        <Banner kind="status" isSought>
          {messages.registered}
          {isWaiting && <span className="block font-normal">{waitingNote}</span>}
        </Banner>
      )}
      {!isBusy && answer?.ok === false && (
        <Banner kind="alert" isSought>
          {answer.error}
        </Banner>
      )}
      <Field {...part('player1Name')} required autoComplete="name" />
      <Field {...part('player2Name')} autoComplete="off" />
      <Field {...part('teams')} autoComplete="off" hint="The sports teams you follow." />
      <Field
        {...part('teamPhoneNumber')}
        type="tel"
        required
        autoComplete="tel"
        hint="Only the organisers see it."
      />
      <Button disabled={isBusy} className="mt-1">
        {isBusy ? 'Registering...' : 'Register Team'}
      </Button>
    </Form>
  )
}
