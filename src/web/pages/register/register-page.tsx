import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Failure, failureSentence, type OwnTeam } from '../../../domain/answer.ts'
import type { Settings } from '../../../domain/cup.ts'
import { editionOver, listFull, registerAgain } from '../../../domain/entry-messages.ts'
import { messages } from '../../../domain/messages.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { isListFull, waitingList } from '../../../domain/teams/entries.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { isRegistrationOpen } from '../../../domain/teams/registration.ts'
import { counted } from '../../../domain/text.ts'
import { pageAction } from '../../actions/page-action.ts'
import { useAction } from '../../actions/use-action.ts'
import { follow } from '../../follow/follow.tsx'
import { OwnPushOffer } from '../../follow/lazy-follow.tsx'
import { OwnTeamLine, rememberOwnTeam } from '../../follow/own-team.tsx'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../../page.tsx'
import { pageLoader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Court } from '../../ui/court.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { useRootData } from '../../ui/time.tsx'
import { Names } from '../../ui/unbroken-names.tsx'
import type { Route } from './+types/register-page'
import { RegistrationForm } from './registration-form.tsx'

const waitingNote =
  'The draw is full: your team is on the waiting list, and the organisers will call you when a place is free.'

const drawIsMade = {
  title: 'The draw is already made',
  words:
    'You can still register: a late team can take the place of a bye, or of a team that does not come. Please tell an organiser in the bar.',
}

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('register', ({ parts: { now, registered }, view, url }) => {
  const done = url.searchParams.get('done')
  const entry = done === null ? undefined : view.entries.find(({ id }) => id === registered?.teamId)
  const own: OwnTeam | undefined = entry && {
    id: entry.id,
    name: entryName(entry),
    token: registered?.token,
  }
  return { renderedAt: now.getTime(), done, own }
})

export const action = pageAction({
  unnamed: 'register',
  back: ({ answer, page }) => `${page}?done=${answer.waiting ? 'waiting' : 'registered'}`,
})

/** Passes on `retry-after`. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default page('register', Register)

function Register({ view, error }: PageProps<typeof loader>) {
  const registering = useAction({ action: 'register', failed: messages.registerFailed })
  const { answer, isBusy } = registering
  // The last success: a later refusal must not hide that team's link.
  const [entered, setEntered] = useState(answer?.ok ? answer : undefined)
  if (answer?.ok && answer !== entered) setEntered(answer)
  const { settings, entries, drawStatus, draw, done } = view
  const own = entered?.team ?? view.own
  const edition = settings.editionNumber
  const isLate = drawStatus === 'active'
  const isOver = draw !== undefined && championOf(draw) !== undefined
  const entry = own && entries.find(({ id }) => id === own.id)
  const wasWaiting = entered?.waiting ?? done === 'waiting'
  const isWaiting = !isLate && (entry ? waitingList(entries, settings.teamLimit).includes(entry) : wasWaiting)
  const isFull = !isLate && !isWaiting && isListFull(entries.length, settings.teamLimit)
  const note = isOver ? editionOver : isLate ? drawIsMade : isFull ? listFull : undefined
  const isRegistered = !isBusy && (answer ? answer.ok : done !== null)
  const registered = (
    <>
      {isRegistered && (
        <Banner kind="status" isSought>
          {messages.registered}
          {isWaiting && <span className="block font-normal">{waitingNote}</span>}
        </Banner>
      )}
      {own && <OwnLink team={own} edition={edition} next={nextWords({ isOver, isLate, isWaiting })} />}
    </>
  )
  // Errors of fields are shown in the form, which is covered while registration is closed.
  const refusal = answer?.ok === false ? answer : undefined
  const isAboutForm = refusal && refusal.reason !== 'registration-slow' && refusal.details.length > 0
  // As of the page's rendering: at closing time the server tells every page, while this device's clock may be wrong.
  const isOpen = isRegistrationOpen(settings, new Date(view.renderedAt))
  return (
    <>
      {/* The form stays mounted while closed, so that typed text survives until registration reopens. */}
      <div inert={!isOpen}>
        <PageFrame
          isHeading={isOpen}
          width="text"
          lead="Two players, one team. An organiser approves every entry."
        >
          {!own && !isOver && <OwnTeamLine edition={edition} entries={entries} className="mb-4" />}
          {note && (
            <p className="mb-6 rounded-card border-l-4 border-control bg-raised px-4 py-3">
              <strong>{note.title}.</strong> {note.words}
            </p>
          )}
          {isOpen && registered}
          {own && <h2 className="display mt-10 mb-4 text-3xl">Register another team</h2>}
          <RegistrationForm
            registering={registering}
            error={refusal && sentenceFor(refusal)}
            entries={entries}
            kept={keptWords(settings, isOver)}
          />
        </PageFrame>
      </div>
      {!isOpen && (
        <Closed refusal={refusal && !isAboutForm ? sentenceFor(refusal) : undefined}>
          {own && <div className="max-w-prose">{registered}</div>}
          {error && <ErrorNote>{error}</ErrorNote>}
        </Closed>
      )}
    </>
  )
}

type OwnLinkProps = { team: OwnTeam; edition: number; next: string }

/** After registering: the entry, the team's secret link, and what happens next. */
function OwnLink({ team, edition, next }: OwnLinkProps) {
  const { id, name, token = '' } = team
  const site = useRootData()?.site ?? ''
  useEffect(() => {
    follow(id)
    rememberOwnTeam({ id, name, token }, edition)
  }, [id, name, token, edition])
  const own = { title: name, path: paths.entry(token) }
  return (
    <section
      aria-labelledby="entered"
      className="mt-4 rounded-card border-2 border-ball bg-raised p-4 text-left sm:p-6"
    >
      <h2 id="entered" className="mb-1 text-2xl leading-tight font-bold wrap-anywhere">
        <bdi>
          <Names label={name} />
        </bdi>
      </h2>
      <p className="mb-3 text-pretty">{next}</p>
      <p className="mb-1 font-semibold">Your team's own page</p>
      <p className="mb-3 rounded-card border border-line bg-ground px-3 py-2 break-all select-all">
        {site + own.path}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* A full page load, so that the secret address becomes no other page's referrer. */}
        <LinkButton to={own.path} reloadDocument>
          Open
        </LinkButton>
        <ShareButton {...own} isCopy className="button button-quiet">
          Copy
        </ShareButton>
        <ShareButton {...own} className="button button-quiet">
          Share
        </ShareButton>
      </div>
      <p className="mt-3 text-muted text-pretty">
        It tells you when you are approved and when you play, and lets you correct a typo or withdraw. Its
        address is shown only now: save it, and share it with your partner.
      </p>
      <OwnPushOffer team={id} link={token} className="mt-4 border-t border-line pt-4" />
    </section>
  )
}

/** Overlay over the form. */
function Closed({ refusal, children }: { refusal: string | undefined; children: ReactNode }) {
  return (
    <section id="main" className="overlay" aria-labelledby="closed">
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

function sentenceFor(failure: Failure): string {
  const { reason, details } = failure
  if (reason === 'missing-fields') return messages.registerMissing(details)
  if (reason === 'registration-slow') return registerAgain(Number(details[0]))
  return failureSentence(failure)
}

type NextParts = { isOver: boolean; isLate: boolean; isWaiting: boolean }

/** What happens after registering. */
function nextWords({ isOver, isLate, isWaiting }: NextParts): string {
  if (isOver) return `${editionOver.title}. ${editionOver.words}`
  if (isLate) return 'You are entered. Now tell an organiser that you are here.'
  if (isWaiting) return 'You are on the waiting list. Next, the organisers call you when a place is free.'
  return 'You are entered. Next, an organiser approves your team; then you are in the draw when it is made.'
}

/** Privacy notice: what is stored, and for how long. After the final the period restarts with each registration. */
function keptWords({ phoneDays }: Settings, isOver: boolean): string {
  const from = isOver ? 'the last team has registered' : 'the final'
  const until = phoneDays === 0 ? 'they delete it' : `${counted(phoneDays, 'day')} after ${from}`
  return `What we store: the names, on these pages and in their history, and the phone number, only for the organisers, until ${until}.`
}
