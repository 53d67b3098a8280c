import {
  CircleUserRound,
  ClipboardCheck,
  History,
  type LucideIcon,
  MonitorPlay,
  Network,
  SkipForward,
  SlidersHorizontal,
  Trophy,
} from 'lucide-react'
import { Link } from 'react-router'
import type { CupView } from '../../../../domain/cup.ts'
import { latestEdition } from '../../../../domain/editions/next-edition.ts'
import { messages } from '../../../../domain/messages.ts'
import { cupStatus, roundWords } from '../../../../domain/night/cup-status.ts'
import { championOf } from '../../../../domain/night/progress.ts'
import { isLoopback } from '../../../../domain/text.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { CommandForm, CommandsProvider } from '../../../forms/commands.tsx'
import { answerIntent, type Intents } from '../../../forms/intents.ts'
import { NoticeBar, TakeBack } from '../../../forms/notice-bar.tsx'
import { reachableAction } from '../../../forms/post.ts'
import { doneLine, type SignedIn, signedIn } from '../../../forms/signed-in.ts'
import { LiveDot } from '../../../live/live-dot.tsx'
import { useLiveView } from '../../../live/use-live-view.ts'
import { useReloadEvery } from '../../../live/use-reload-every.ts'
import { useReloadWhen } from '../../../live/use-reload-when.ts'
import { loadOrError } from '../../../load-or-error.ts'
import { loadedOr, useLoaded } from '../../../loaded.ts'
import { logFailure } from '../../../log-failure.ts'
import { paths } from '../../../paths.ts'
import { skipRevalidation } from '../../../skip-revalidation.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Tile } from '../../../ui/tile.tsx'
import { adminMeta } from '../admin-frame.tsx'
import { drawAgainIntents, OutsideNote, SlowedNote } from '../admin-notes.tsx'
import { BackupLine, BackupTrouble, backupIntents } from '../backups-card.tsx'
import { settingsIntent } from '../settings/settings-intent.ts'
import type { Route } from './+types/dashboard-page'
import { GettingReady } from './getting-ready-card.tsx'

const loadFailure = 'The page could not be loaded. Please try again.'

export const meta = adminMeta('Admin')

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  const { email } = parts.organiser
  // Even with the database gone the organiser can log out and find the way on.
  return loadOrError(
    loadFailure,
    async () => {
      const [view, slowedAt, done, begun] = await Promise.all([
        parts.app.publicView(),
        orNothing(parts.app.slowedRegistration(parts.organiser)),
        doneLine(parts, url),
        orNothing(begunEdition(parts)),
      ])
      const { epoch, revision, settings, entries, editions, pastDraws, draw, drawStatus } = view
      const known = { epoch, revision, settings, entries, editions, pastDraws, drawStatus }
      const shown: Shown = { ...known, ...(draw && { draw }) }
      const site = siteOf(parts, new URL(request.url).origin)
      const backup = parts.app.backupState(parts.organiser)
      return { email, view: shown, slowedAt, done, begun, site, backup, renderedAt: parts.now.getTime() }
    },
    { email },
  )
}

/** What stands in the journal is done without while the database is away; the cup itself is known. */
function orNothing<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch((error: unknown) => {
    logFailure(error)
    return undefined
  })
}

type Shown = Pick<
  CupView,
  'epoch' | 'revision' | 'settings' | 'entries' | 'editions' | 'pastDraws' | 'draw' | 'drawStatus'
>

/** The edition that was begun last, while that can be taken back. */
async function begunEdition({ app, organiser }: SignedIn) {
  const [line] = await app.journal(organiser, { actions: ['begin-edition'], limit: 1 })
  return line?.canTakeBack ? { revision: line.revision } : undefined
}

/** Where the TV finds the cup: not by the name by which a machine calls itself. */
function siteOf({ origin, nearby }: SignedIn, opened: string): string {
  return origin ?? (isLoopback(opened) ? nearby() : undefined) ?? opened
}

export const clientLoader = loadedOr(loadFailure)

const dashboardIntents: Intents = {
  ...backupIntents,
  ...drawAgainIntents,
  setting: settingsIntent,
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerIntent(dashboardIntents, signedIn(context), await request.formData(), paths.admin)
}

export const clientAction = reachableAction(messages.logoutFailed, dashboardIntents)

export const shouldRevalidate = skipRevalidation

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  const error = 'error' in loaded ? loaded.error : undefined
  const email = 'email' in loaded ? loaded.email : undefined
  const shown = 'view' in loaded ? loaded : undefined
  const view = useLiveView(shown?.view)
  // Whether an edition that has begun can be taken back stands in the journal.
  useReloadWhen(view?.settings.editionNumber !== shown?.view?.settings.editionNumber)
  // A backup that failed and a flood of entries are no change of the cup.
  useReloadEvery(60_000)
  const ready = view && shown?.site && (
    <GettingReady view={view} site={shown.site} now={new Date(shown.renderedAt)} backup={shown.backup} />
  )
  return (
    <CommandsProvider revision={view?.revision ?? 0} done={shown?.done}>
      <PageFrame
        title="Admin"
        lead={
          email && (
            <>
              Welcome, <strong className="text-chalk">{email}</strong>
            </>
          )
        }
        live={<LiveDot />}
        hasNotices
        tools={
          <CommandForm action={paths.admin}>
            <CommandButton tone="quiet" name="intent" value="logout">
              Logout
            </CommandButton>
          </CommandForm>
        }
      >
        <NoticeBar />
        {error && <ErrorNote className="mb-4">{error}</ErrorNote>}
        {view && shown?.renderedAt !== undefined && (
          <CupStatus view={view} now={new Date(shown.renderedAt)} />
        )}
        {shown?.backup && <BackupTrouble backup={shown.backup} />}
        {shown?.slowedAt && (
          <SlowedNote at={shown.slowedAt} to={`${paths.adminTeams}?show=pending#remove-pending`} />
        )}
        {view && <OutsideNote entries={view.entries} draw={view.draw} />}
        {view && <EditionNote view={view} begun={shown?.begun} loaded={shown?.view} />}
        {/* On the night it gives way to what is tapped. */}
        {!view?.draw && ready}
        <div className="grid gap-4 sm:grid-cols-2">
          <Tile
            to={paths.adminTeams}
            icon={ClipboardCheck}
            label="Team Approval"
            note={view && pendingWords(view)}
          />
          <Tile to={paths.adminDraw} icon={Network} label="Draw Management" note={view && drawWords(view)} />
        </div>
        <nav
          aria-label="More for organisers"
          className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
        >
          <SmallTile to={paths.adminSettings} icon={SlidersHorizontal} label="Settings" />
          <SmallTile to={paths.adminChampions} icon={Trophy} label="Champions" />
          <SmallTile to={paths.adminJournal} icon={History} label="Journal" />
          <SmallTile to={paths.adminAccount} icon={CircleUserRound} label="Account" />
          <SmallTile to={paths.screen} icon={MonitorPlay} label="Bar's screen" />
          <SmallTile to={paths.adminNextEdition} icon={SkipForward} label="Next edition" />
        </nav>
        {view?.draw && !isWon(view) && ready}
        {view && shown?.backup && <BackupLine backup={shown.backup} settings={view.settings} />}
      </PageFrame>
    </CommandsProvider>
  )
}

function CupStatus({ view, now }: { view: Shown; now: Date }) {
  const parts = cupStatus(view, now).split(' · ')
  return (
    <p className="-mt-2 mb-5 text-lg font-semibold">
      {parts.map((part, at) => (
        // A part keeps to its line where it can.
        <span key={part} className="inline-block max-w-full pr-1 wrap-anywhere">
          {part}
          {at < parts.length - 1 && ' ·'}{' '}
        </span>
      ))}
    </p>
  )
}

type EditionNoteProps = {
  view: Shown
  begun: { revision: number } | undefined
  loaded: Shown | undefined
}

/** Between two editions: the next one can begin, or the one that has just begun can be taken back. */
function EditionNote({ view, begun, loaded }: EditionNoteProps) {
  const { editionNumber } = view.settings
  const latest = latestEdition(view).number
  if (latest > editionNumber) {
    return (
      <section className="mb-5 rounded-card border-2 border-amber p-4" aria-label="An earlier edition">
        <p className="max-w-prose">
          The cup shows N{editionNumber}, an earlier edition. To go on with N{latest}, set the edition's
          number in the settings.
        </p>
        <LinkButton to={paths.adminSettings} tone="quiet" className="mt-3">
          Settings
        </LinkButton>
      </section>
    )
  }
  if (isWon(view)) {
    return (
      <section className="mb-5 rounded-card border-2 border-ball p-4" aria-label="The next edition">
        <p className="max-w-prose">
          N{editionNumber} is won, and its champions stand in the list. Whenever you are ready:
        </p>
        <LinkButton to={paths.adminNextEdition} className="mt-3">
          Begin the next edition
        </LinkButton>
      </section>
    )
  }
  const isUntouched = view.entries.length === 0 && editionNumber === loaded?.settings.editionNumber
  if (!begun || !isUntouched) return null
  return (
    <section
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised p-4"
      aria-label="The next edition"
    >
      <p className="max-w-prose">
        N{editionNumber} has begun. It can be taken back until it has its first entry.
      </p>
      <TakeBack revision={begun.revision} label={`Take back: N${editionNumber} has begun`} />
    </section>
  )
}

function isWon({ draw }: Shown): boolean {
  return draw !== undefined && championOf(draw) !== undefined
}

function SmallTile({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-card border-[1.5px] border-line bg-raised px-4 py-2 font-semibold no-underline hover:border-ball hover:bg-ball-wash"
    >
      <Icon aria-hidden="true" className="shrink-0 text-ball" size={22} />
      {label}
    </Link>
  )
}

function pendingWords({ entries }: Shown): string {
  const pending = entries.filter(({ approved }) => !approved).length
  return pending === 0 ? 'Nobody is waiting for approval' : `${pending} waiting for approval`
}

function drawWords({ draw }: Shown): string {
  if (!draw) return 'No draw yet'
  return championOf(draw) === undefined ? roundWords(draw) : 'Played to the end'
}
