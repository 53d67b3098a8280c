import { ClipboardCheck, Network } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '../../../domain/messages.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { CommandForm, CommandsProvider } from '../../forms/commands.tsx'
import { NoticeBar } from '../../forms/notice-bar.tsx'
import { reachableAction } from '../../forms/post.ts'
import { doneLine, logout, signedIn, takeBack, textOf } from '../../forms/signed-in.ts'
import { LiveDot } from '../../live/live-dot.tsx'
import { useLiveView } from '../../live/use-live-view.ts'
import { loadedOr, useLoaded } from '../../loaded.ts'
import { paths } from '../../paths.ts'
import { skipRevalidation } from '../../skip-revalidation.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { Tile } from '../../ui/tile.tsx'
import type { Route } from './+types/dashboard'
import { adminMeta } from './admin-meta.ts'
import { drawAgain } from './draw/draw-command.ts'
import { OutsideNote } from './outside-note.tsx'
import { SlowedNote } from './slowed-note.tsx'

export const meta = adminMeta('Admin')

export async function loader({ context, url }: Route.LoaderArgs) {
  const parts = signedIn(context)
  const { email } = parts.organiser
  try {
    const [view, slowedAt, done] = await Promise.all([
      parts.app.publicView(),
      parts.app.slowedRegistration(parts.organiser),
      doneLine(parts, url),
    ])
    const { epoch, revision, entries, draw, drawStatus } = view
    return { email, epoch, revision, entries, draw, drawStatus, slowedAt, done }
  } catch {
    // Even with the database gone the organiser can log out and find the way on.
    return { ...nothing, email }
  }
}

const nothing = {
  email: undefined,
  epoch: 0,
  revision: 0,
  entries: undefined,
  draw: undefined,
  drawStatus: undefined,
  slowedAt: undefined,
  done: undefined,
}

export const clientLoader = loadedOr('The page could not be loaded. Please try again.')

export async function action({ context, request }: Route.ActionArgs) {
  const parts = signedIn(context)
  const form = await request.formData()
  switch (textOf(form, 'intent')) {
    case 'draw-again':
      return drawAgain(parts, form, paths.admin)
    case 'take-back':
      return takeBack(parts, form, paths.admin)
    default:
      return logout(parts)
  }
}

export const clientAction = reachableAction(messages.logoutFailed)

export const shouldRevalidate = skipRevalidation

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const loaded = useLoaded(loaderData)
  const error = 'error' in loaded ? loaded.error : undefined
  const shown = 'error' in loaded ? nothing : loaded
  const { email, done } = shown
  const view = useLiveView(shown)
  const pending = view.entries?.filter(({ approved }) => !approved).length
  return (
    <CommandsProvider revision={view.revision} done={done}>
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
        <nav aria-label="More for organisers" className="-mt-3 mb-5 flex flex-wrap gap-x-5">
          <MoreLink to={paths.adminSettings}>Settings</MoreLink>
          <MoreLink to={paths.adminJournal}>Journal</MoreLink>
          <MoreLink to={paths.adminAccount}>Account</MoreLink>
        </nav>
        <NoticeBar />
        {error && <ErrorNote className="mb-4">{error}</ErrorNote>}
        {shown.slowedAt && (
          <SlowedNote at={shown.slowedAt} to={`${paths.adminTeams}?show=pending#remove-pending`} />
        )}
        {view.entries && <OutsideNote entries={view.entries} draw={view.draw} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Tile
            to={paths.adminTeams}
            icon={ClipboardCheck}
            label="Team Approval"
            note={pendingWords(pending)}
          />
          <Tile to={paths.adminDraw} icon={Network} label="Draw Management" />
        </div>
      </PageFrame>
    </CommandsProvider>
  )
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4 hover:text-ball"
    >
      {children}
    </Link>
  )
}

function pendingWords(pending: number | undefined) {
  if (pending === undefined) return undefined
  return pending === 0 ? 'Nobody is waiting for approval' : `${pending} waiting for approval`
}
