import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { data, Form, Link, redirect, useNavigation, useRouteLoaderData } from 'react-router'
import type { Position } from '../../domain/changes.ts'
import type { CupView, Draw, Entry, Settings, TeamId } from '../../domain/cup.ts'
import { editionOver, listFull, messages, registerAgain } from '../../domain/messages.ts'
import { championOf } from '../../domain/night/progress.ts'
import type { Refused } from '../../domain/outcome.ts'
import { type Refusal, refusalSentence } from '../../domain/refusals.ts'
import { isRegistrationOpen } from '../../domain/settings/registration.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { findDouble, isListFull } from '../../domain/teams/entries.ts'
import { entryName, playersOf } from '../../domain/teams/names.ts'
import { readTeamForm, type TeamForm, teamFieldLabels } from '../../domain/teams/team-form.ts'
import { counted, textLimits } from '../../domain/text.ts'
import { requestParts } from '../app-context.ts'
import { follow } from '../follow/follow.ts'
import { OwnPushOffer } from '../follow/own-push-offer.tsx'
import { useLiveView } from '../live/use-live-view.ts'
import { loadOrError } from '../load-or-error.ts'
import { loadedOr, useLoaded } from '../loaded.ts'
import { logFailure } from '../log-failure.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { answered } from '../reachable.ts'
import { skipRevalidation } from '../skip-revalidation.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Court } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { ChoiceField, Field } from '../ui/field.tsx'
import { JumpLink } from '../ui/jump-link.tsx'
import { PageFrame } from '../ui/page.tsx'
import { ShareButton } from '../ui/share-button.tsx'
import type { Route } from './+types/register'

const drawIsMade = {
  title: 'The draw is already made',
  words:
    'You can still register: a late team can take the place of a bye, or of a team that does not come. Please tell an organiser in the bar.',
}

const waitingNote =
  'The draw is full: your team is on the waiting list, and the organisers will call you when a place is free.'

export function loader({ context, request }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get('done')
  const { app, now, registered } = context.get(requestParts)
  const renderedAt = now.getTime()
  return loadOrError(
    messages.loadFailed,
    async () => {
      const { epoch, revision, settings, entries, drawStatus, draw } = await app.publicView()
      const entry = done === null ? undefined : entries.find(({ id }) => id === registered?.teamId)
      const own: Own | undefined = entry && {
        teamId: entry.id,
        name: entryName(entry),
        token: registered?.token,
      }
      return { epoch, revision, settings, entries, drawStatus, draw, renderedAt, done, own }
    },
    {
      epoch: 0,
      revision: 0,
      settings: defaultSettings,
      entries: [],
      drawStatus: 'none' as const,
      renderedAt,
      done,
      own: undefined,
    },
  )
}

export const clientLoader = loadedOr(messages.loadFailed)

export async function action({ context, request }: Route.ActionArgs) {
  const { app, isScripted, organiser, from, entryCookie } = context.get(requestParts)
  const form = await request.formData()
  const team = readTeamForm((field) => String(form.get(field) ?? '').trim())
  // The browser still has what was typed; only a page without script needs it back.
  const typed = isScripted ? undefined : team
  const refuse = (error: string, status: number, wrong: readonly string[] = [], headers = {}) =>
    data({ ok: false as const, error, wrong, typed, isDouble: status === 409 }, { status, headers })

  try {
    const outcome = await app.registerTeam(team, {
      address: organiser ? undefined : from.address,
      asksAboutDouble: form.get('confirm') !== 'yes',
    })
    if (!outcome.ok && outcome.reason === 'registration-slow')
      return refuse(sentenceFor(outcome), 429, [], { 'retry-after': outcome.details[0] })
    if (!outcome.ok) return refuse(sentenceFor(outcome), statuses[outcome.reason] ?? 400, outcome.details)
    const { teamId, waiting, token } = outcome.value
    const own: Own = { teamId, name: playersOf(team).join(', '), token }
    if (isScripted) return { ok: true as const, waiting, own }
    const headers = token ? { 'set-cookie': entryCookie(token) } : undefined
    throw redirect(`${paths.register}?done=${waiting ? 'waiting' : 'registered'}`, { status: 303, headers })
  } catch (error) {
    if (error instanceof Response) throw error
    logFailure(error)
    return refuse(messages.registerFailed, 503)
  }
}

const statuses: Partial<Record<Refusal, number>> = { 'registration-closed': 403, 'already-entered': 409 }

function sentenceFor(refused: Refused): string {
  if (refused.reason === 'missing-fields') return messages.registerMissing(refused.details)
  if (refused.reason === 'registration-slow') return registerAgain(refused.details.join())
  return refusalSentence(refused)
}

/** A post that does not reach the server keeps the page, and all that was typed. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const failed = {
    ok: false,
    error: messages.registerFailed,
    wrong: [],
    typed: undefined,
    isDouble: false,
  } as const
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
  // The router forgets it on the way to a part of this page; the team's own link is told only once.
  const [answer, setAnswer] = useState(actionData)
  const [entered, setEntered] = useState(actionData?.ok ? actionData : undefined)
  if (actionData && actionData !== answer) {
    setAnswer(actionData)
    if (actionData.ok) setEntered(actionData)
  }
  const error = 'error' in loaded ? loaded.error : undefined
  if ('settings' in loaded) return <Registration slice={loaded} {...{ error, answer, entered }} />
  return (
    <PageFrame title="Register" width="text">
      <ErrorNote>{error}</ErrorNote>
    </PageFrame>
  )
}

type Answer = Route.ComponentProps['actionData']
type RegisterSlice = Position &
  Pick<CupView, 'settings' | 'entries' | 'drawStatus'> & {
    draw?: Draw | undefined
    renderedAt: number
    done: string | null
    own: Own | undefined
  }
/** The team that was just entered, and its link where it is known. */
type Own = { readonly teamId: TeamId; readonly name: string; readonly token: string | undefined }

type RegistrationProps = {
  slice: RegisterSlice
  error: string | undefined
  answer: Answer
  /** The last answer that was a yes: a refusal after it leaves the team its link. */
  entered: Extract<Answer, { ok: true }> | undefined
}

function Registration({ slice, error, answer, entered }: RegistrationProps) {
  const live = useLiveView(slice)
  const { settings, entries, drawStatus, draw } = live
  const own = entered?.own ?? slice.own
  const isLate = drawStatus === 'active'
  const isOver = draw !== undefined && championOf(draw) !== undefined
  const isWaiting = !isLate && (entered?.waiting ?? slice.done === 'waiting')
  const isFull = !isLate && !isWaiting && isListFull(entries.length, settings.teamLimit)
  const note = isOver ? editionOver : isLate ? drawIsMade : isFull ? listFull : undefined
  const ownLink = own && <OwnLink {...own} next={nextWords({ isOver, isLate, isWaiting })} />
  // What is wrong with a field is said over the form, which cannot be seen once registration is closed.
  const isAboutForm = answer?.ok === false && (answer.wrong.length > 0 || answer.isDouble)
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
          {note && (
            <p className="mb-6 rounded-card border-l-4 border-control bg-raised px-4 py-3 steady">
              <strong className="steady-bold">{note.title}.</strong> {note.words}
            </p>
          )}
          <RegistrationForm
            answer={answer}
            done={slice.done}
            entries={entries}
            hasOwn={own !== undefined}
            isWaiting={isWaiting}
            kept={keptWords(settings, isOver)}
          />
          {isOpen && ownLink}
        </PageFrame>
      </div>
      {!isOpen && (
        <Closed refusal={answer?.ok === false && !isAboutForm ? answer.error : undefined}>
          {ownLink && <div className="max-w-prose text-left">{ownLink}</div>}
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

type Standing = { isOver: boolean; isLate: boolean; isWaiting: boolean }

/** What happens after registering, in a sentence or two. */
function nextWords({ isOver, isLate, isWaiting }: Standing): string {
  if (isOver) return `${editionOver.title}. ${editionOver.words}`
  if (isLate) return 'You are entered. Now tell an organiser that you are here.'
  if (isWaiting) return 'You are on the waiting list. Next, the organisers call you when a place is free.'
  return 'You are entered. Next, an organiser approves your team; then you are in the draw when it is made.'
}

type OwnLinkProps = Own & { next: string }

/** Who was entered, what happens next, and the address that is the team's alone. */
function OwnLink({ teamId, name, token, next }: OwnLinkProps) {
  useEffect(() => follow(teamId), [teamId])
  return (
    <section
      id={ownLinkId}
      aria-labelledby="entered"
      className="mt-10 scroll-mt-4 rounded-card border-2 border-ball bg-raised p-4 sm:p-6"
    >
      <h2 id="entered" className="display mb-2 text-3xl text-balance">
        <bdi>{name}</bdi>
      </h2>
      <p className="mb-4 text-lg text-pretty">{next}</p>
      {token ? (
        <>
          <p className="mb-1 font-semibold">Your team's own page</p>
          <p className="mb-3 text-muted">
            It says when you are approved and when you play, and lets you correct a typo or withdraw. This
            address is shown only now: keep it, share it with your partner, or open it and put it on your home
            screen.
          </p>
          <LinkAddress token={token} />
          <div className="mt-4 flex flex-wrap gap-3">
            {/* As a page of its own, so that its address is no other page's referrer. */}
            <LinkButton to={paths.entry(token)} reloadDocument>
              Open your page
            </LinkButton>
            <ShareButton title={name} path={paths.entry(token)} className="button button-quiet">
              Share with your partner
            </ShareButton>
          </div>
        </>
      ) : (
        <p className="text-muted">
          You were on the list before, and got your team's own link then. If it is lost, an organiser can give
          you a new one.
        </p>
      )}
      <OwnPushOffer team={teamId} className="mt-4 border-t border-line pt-4" />
    </section>
  )
}

const ownLinkId = 'your-team'

/** The whole address, to be copied by hand too. */
function LinkAddress({ token }: { token: string }) {
  const site = (useRouteLoaderData('root') as { site?: string } | undefined)?.site ?? ''
  return (
    <p className="rounded-card border border-line bg-ground px-3 py-2 break-all select-all">
      {site + paths.entry(token)}
    </p>
  )
}

/** For whoever registers: what is kept, and for how long. Who comes after the final is kept as long as the last of them. */
function keptWords({ phoneDays }: Settings, isOver: boolean): string {
  const from = isOver ? 'the last team has registered' : 'the final'
  const until = phoneDays === 0 ? 'they delete it' : `${counted(phoneDays, 'day')} after ${from}`
  return `What is kept: the names, on these pages and in their history, and the phone number, for the organisers alone, until ${until}.`
}

type RegistrationFormProps = {
  answer: Answer
  done: string | null
  entries: readonly Entry[]
  /** What was entered is told below. */
  hasOwn: boolean
  isWaiting: boolean
  /** What is kept of what is typed. */
  kept: string
}

function RegistrationForm(props: RegistrationFormProps) {
  const { answer, done, entries, hasOwn, isWaiting, kept } = props
  const { formMethod } = useNavigation()
  const isBusy = formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const isRegistered = answer ? answer.ok : done === 'registered' || done === 'waiting'
  const typed = answer?.ok === false ? answer.typed : undefined
  const wrong = answer?.ok === false ? answer.wrong : []
  const isDouble = answer?.ok === false && answer.isDouble
  const [double, setDouble] = useState<string>()

  /** Says so before anything is sent. */
  function lookForDouble(event: FormEvent<HTMLFormElement>) {
    const typedNow = new FormData(event.currentTarget)
    const name = (field: keyof TeamForm) => String(typedNow.get(field) ?? '')
    const found = findDouble(entries, { player1Name: name('player1Name'), player2Name: name('player2Name') })
    setDouble(found && entryName(found))
  }

  const part = (name: keyof TeamForm) => ({
    name,
    label: teamFieldLabels[name],
    maxLength: textLimits[name],
    defaultValue: typed?.[name],
    'aria-invalid': wrong.includes(teamFieldLabels[name]) || undefined,
  })

  useEffect(() => {
    if (!answer?.ok) return
    form.current?.reset()
    setDouble(undefined)
  }, [answer])

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="grid gap-5"
      aria-label="Register a team"
      onInput={lookForDouble}
    >
      {!isBusy && isRegistered && (
        <Banner kind="status" isSought>
          {messages.registered}
          {isWaiting && <span className="block font-normal">{waitingNote}</span>}
          {hasOwn && (
            <JumpLink to={ownLinkId} className="flex min-h-touch items-center underline underline-offset-4">
              What happens next, and your team's own link
            </JumpLink>
          )}
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
      {(double || isDouble) && (
        <div
          role={isDouble ? undefined : 'status'}
          className="grid gap-1 rounded-card border border-control p-4"
        >
          <p>
            {double ? `${double} is on the list already.` : 'These players are on the list already.'} If that
            is you, you need not register again: an organiser can give you your link anew.
          </p>
          <ChoiceField
            type="checkbox"
            name="confirm"
            value="yes"
            label="We are another team with the same names."
          />
        </div>
      )}
      <Button disabled={isBusy} className="mt-1">
        {isBusy ? 'Registering...' : 'Register Team'}
      </Button>
      <p className="text-sm text-muted text-pretty">{kept}</p>
    </Form>
  )
}
