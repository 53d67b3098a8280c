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
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasBegun } from '../../../../domain/draw/draw-reader.ts'
import { reportedMatches, type WaitingReports } from '../../../../domain/draw/reports.ts'
import { finalOf } from '../../../../domain/editions/hall-of-fame.ts'
import { latestEdition } from '../../../../domain/editions/next-edition.ts'
import { cupStatus } from '../../../../domain/night/cup-status.ts'
import { championOf, isBeingPlayed } from '../../../../domain/night/progress.ts'
import { reportWords } from '../../../../domain/organiser-messages.ts'
import { Actions } from '../../../actions/action-form.tsx'
import { useEndedSession } from '../../../actions/ended-session.ts'
import { NoticeBar, TakeBack } from '../../../actions/notice-bar.tsx'
import { doneLine, pageAction, siteOf } from '../../../actions/page-action.ts'
import type { SignedIn } from '../../../guard.ts'
import { LiveDot } from '../../../live/live-dot.tsx'
import { clientLoader, meta, type PageProps, page, shouldRevalidate, useReload } from '../../../page.tsx'
import { orNothing, pageLoader } from '../../../page-loader.ts'
import type { Parts } from '../../../pages.ts'
import { paths } from '../../../paths.ts'
import { PictureButton } from '../../../pictures/picture-button.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Tile } from '../../../ui/tile.tsx'
import { Names } from '../../../ui/unbroken-names.tsx'
import { Logout } from '../admin-frame.tsx'
import { OutsideNote, SlowedNote } from '../admin-notes.tsx'
import { BackUpNow, BackupTrouble, LastBackup } from '../backups-card.tsx'
import { areReportsBehind, reportsFor } from '../waiting-reports.ts'
import { GettingReady } from './getting-ready-card.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('admin', async ({ parts, url, view }) => {
  const { app, organiser, now } = parts
  const [slowed, done, begun, reports] = await Promise.all([
    orNothing(app.slowedRegistration(organiser)),
    doneLine(parts, url),
    orNothing(begunEdition(parts)),
    orNothing(reportsFor(parts, view.settings)),
  ])
  const backup = app.backupState(organiser)
  const site = siteOf(parts, url.origin)
  return { email: organiser.email, slowed, done, begun, reports, site, backup, renderedAt: now.getTime() }
})

type Shown = Parts<'admin'>

/** The journal's revision that began the edition, while that can be taken back. */
async function begunEdition({ app, organiser }: SignedIn) {
  const [line] = await app.journal(organiser, { actions: ['begin-edition'], limit: 1 })
  return line?.canTakeBack ? { revision: line.revision } : undefined
}

export const action = pageAction()
export default page('admin', AdminDashboard, DashboardFailed)

function AdminDashboard({ view, loaded }: PageProps<typeof loader>) {
  // Not on the stream: reports and the journal, and what only the interval notices, a failed backup or slowed registration.
  const isOtherEdition = view.settings.editionNumber !== loaded.settings.editionNumber
  useReload(isOtherEdition || areReportsBehind(view, loaded), 60_000)
  const { email, site, backup, slowed, begun, done } = loaded
  const now = new Date(loaded.renderedAt)
  const won = isWon(view)
  const isLatest = latestEdition(view).number <= view.settings.editionNumber
  const isUnderWay = view.draw !== undefined && hasBegun(view.draw)
  const welcome = (
    <>
      Welcome, <strong className="text-chalk">{email}</strong>
    </>
  )
  return (
    <Actions revision={view.revision} done={done}>
      <DashboardFrame lead={welcome} isNight={isBeingPlayed(view.draw)}>
        <CupStatus view={view} now={now} />
        <BackupTrouble backup={backup} />
        {/* After the final it is too late to act on it. */}
        {!won && slowed && <SlowedNote {...slowed} to={`${paths.adminTeams}?show=pending#remove-pending`} />}
        <OutsideNote entries={view.entries} draw={view.draw} />
        {won && isLatest ? (
          <AfterTheFinal view={view} />
        ) : (
          <EditionNote view={view} begun={isOtherEdition ? undefined : begun} />
        )}
        <Tiles teamsNote={won ? undefined : pendingNote(view)} drawNote={reportNote(view, loaded.reports)}>
          {!won && !isUnderWay && <GettingReady view={view} site={site} now={now} />}
        </Tiles>
        <LastBackup backup={backup} settings={view.settings} className="mt-8 text-sm text-muted" />
      </DashboardFrame>
    </Actions>
  )
}

/** Even without the database an organiser can log out and open the other pages. */
function DashboardFailed({ error }: { error: string }) {
  return (
    <Actions revision={0}>
      <DashboardFrame>
        <ErrorNote className="mb-4">{error}</ErrorNote>
        <Tiles />
      </DashboardFrame>
    </Actions>
  )
}

type DashboardFrameProps = { lead?: ReactNode; isNight?: boolean; children: ReactNode }

function DashboardFrame({ lead, isNight = false, children }: DashboardFrameProps) {
  useEndedSession()
  return (
    <PageFrame lead={lead} live={<LiveDot isNight={isNight} />} hasNotices tools={<Logout />}>
      <NoticeBar />
      {children}
    </PageFrame>
  )
}

type TilesProps = { teamsNote?: string | undefined; drawNote?: string; children?: ReactNode }

/** The specification's two tiles, the next steps (`children`), and links to the other pages. */
function Tiles({ teamsNote, drawNote, children }: TilesProps) {
  return (
    <>
      <div className="admin-tiles">
        <Tile to={paths.adminTeams} icon={ClipboardCheck} label="Team Approval" note={teamsNote} />
        <Tile to={paths.adminDraw} icon={Network} label="Draw Management" note={drawNote} />
      </div>
      {children}
      <nav
        aria-label="More for organisers"
        className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
      >
        <SmallTile to={paths.adminSettings} icon={SlidersHorizontal} label="Settings" />
        <SmallTile to={paths.adminChampions} icon={Trophy} label="Champions" />
        <SmallTile to={paths.adminJournal} icon={History} label="Journal" />
        <SmallTile to={paths.adminAccount} icon={CircleUserRound} label="Account" />
        <SmallTile to={paths.screen} icon={MonitorPlay} label="TV screen" />
        <SmallTile to={paths.adminNextEdition} icon={SkipForward} label="Next edition" />
      </nav>
    </>
  )
}

function CupStatus({ view, now }: { view: Shown; now: Date }) {
  const parts = cupStatus(view, now).split(' · ')
  return (
    <p className="-mt-2 mb-5 text-lg font-semibold">
      {parts.map((part, at) => (
        // Lines break between parts where they can.
        <span key={part} className="inline-block max-w-full pr-1 wrap-anywhere">
          <Names label={part} />
          {at < parts.length - 1 && ' ·'}{' '}
        </span>
      ))}
    </p>
  )
}

type EditionNoteProps = { view: Shown; begun: { revision: number } | undefined }

/** Warns that an earlier edition is current, or offers to take back the one that has just begun. */
function EditionNote({ view, begun }: EditionNoteProps) {
  const { editionNumber } = view.settings
  const latest = latestEdition(view).number
  if (latest > editionNumber) {
    return (
      <section className="mb-5 rounded-card border-2 border-amber p-4" aria-label="An earlier edition">
        <p className="max-w-prose">
          The cup shows N{editionNumber}, an earlier edition. To return to N{latest}, set the edition number
          in the settings.
        </p>
        <LinkButton to={paths.adminSettings} tone="quiet" className="mt-3">
          Settings
        </LinkButton>
      </section>
    )
  }
  if (!begun || view.entries.length > 0) return null
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

function AfterTheFinal({ view: { draw, settings } }: { view: Shown }) {
  const final = draw && finalOf(draw)
  return (
    <section className="mb-5 rounded-card border-2 border-ball p-4" aria-labelledby="won">
      <h2 id="won" className="text-lg font-bold">
        N{settings.editionNumber} has its champions
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Share their picture, back up the evening, and begin the next edition when you are ready.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {final && (
          <PictureButton
            subject={{
              kind: 'champions',
              title: settings.editionTitle,
              names: final.winners,
              season: settings.editionSeason,
              theme: settings.editionTheme,
            }}
            className="button button-quiet"
          />
        )}
        <BackUpNow />
        <LinkButton to={paths.adminNextEdition}>Begin the next edition</LinkButton>
      </div>
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

function pendingNote({ entries }: Shown): string {
  const pending = entries.filter(({ approved }) => !approved).length
  return pending === 0 ? '' : `${pending} waiting for approval`
}

function reportNote({ draw }: Shown, reports: WaitingReports = {}): string {
  const reported = draw ? reportedMatches(draw, reports).length : 0
  return reported === 0 ? '' : reportWords.waiting(reported)
}
