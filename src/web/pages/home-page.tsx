import {
  Archive,
  ClipboardPen,
  Clock,
  Megaphone,
  Network,
  ScrollText,
  Smartphone,
  Trophy,
  Users,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Draw, Settings } from '../../domain/cup.ts'
import { nowPlaying } from '../../domain/draw/tables.ts'
import { championOf, currentRound, isBeingPlayed } from '../../domain/night/progress.ts'
import { eveningWords } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { isRegistrationOpen } from '../../domain/teams/registration.ts'
import { counted } from '../../domain/text.ts'
import { useFollowedTeam } from '../follow/follow.tsx'
import { LazyFollowCard } from '../follow/lazy-follow.tsx'
import { OwnTeamLine } from '../follow/own-team.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { useLots } from '../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { ChampionsCard } from '../pictures/champions-poster.tsx'
import { Court } from '../ui/court.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { AdminLink, PageFrame, PageTitle, splitBrand, ThemeSwitch } from '../ui/page-frame.tsx'
import { Tile } from '../ui/tile.tsx'
import { unbrokenHours } from '../ui/time.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('home', ({ parts }) => ({ renderedAt: parts.now.getTime() }))
export default page('home', Home, HomeFailed)

function HomeFailed({ error }: { error: string }) {
  return (
    <PageFrame>
      <ErrorNote>{error}</ErrorNote>
      <Menu />
    </PageFrame>
  )
}

function Home({ view: { settings, draw: whole, renderedAt }, error }: PageProps<typeof loader>) {
  const { draw, lots } = useLots(whole)
  const champion = draw && !lots ? championOf(draw) : undefined
  const evening = eveningWords(settings)
  const notes = lots ? { draw: lots.fallen !== undefined && 'Drawing lots now' } : draw && notesOf(draw)
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <PageTitle />
        <header className="poster">
          <div className="poster-corner">
            <AdminLink />
            <LiveDot isNight={isBeingPlayed(whole)} />
            <ThemeSwitch />
          </div>
          <div className="poster-words">
            <h1>
              <Link to={paths.login} className="poster-title" data-length={lengthOf(settings.editionTitle)}>
                <PosterTitle presenter={settings.presenter} title={settings.editionTitle} />
              </Link>
            </h1>
            <p className="poster-season">{seasonLine(settings)}</p>
            {evening && (
              <p className="poster-season text-balance text-poster-ball">{unbrokenHours(evening)}</p>
            )}
          </div>
          {/* Painted behind the words but after them in the HTML: while that streams in, it is as high as they are. */}
          <Court className="poster-court" />
        </header>
        <main id="main" className="flex grow flex-col">
          {!(draw && championOf(draw)) && (
            <OwnTeamLine
              edition={settings.editionNumber}
              className="mx-auto w-full max-w-(--poster-width) px-4 py-1 sm:px-10"
            />
          )}
          <Announcement settings={settings} />
          {error && (
            <div className="mx-auto w-full max-w-(--poster-width) px-4 pt-4 sm:px-10 sm:pt-7">
              <ErrorNote>{error}</ErrorNote>
            </div>
          )}
          {draw && champion && (
            <div className="mx-auto w-full max-w-(--poster-width) px-4 pt-4 sm:px-10 sm:pt-7">
              <ChampionsCard draw={draw} settings={settings} />
            </div>
          )}
          <Menu settings={settings} now={new Date(renderedAt)} notes={notes} />
        </main>
      </div>
      {draw && !lots && <Followed draw={draw} settings={settings} />}
    </>
  )
}

/** The followed team's sticky card; the box reserves its height, so that the card covers nothing. */
function Followed({ draw, settings }: { draw: Draw; settings: Settings }) {
  const navigate = useNavigate()
  const team = useFollowedTeam()
  if (!team || !draw.teams[team]) return null
  return (
    <div className="h-28">
      <LazyFollowCard draw={draw} settings={settings} team={team} onShow={() => navigate(paths.team(team))} />
    </div>
  )
}

type Notes = { readonly draw?: ReactNode; readonly schedule?: string | undefined }

/** Short notes of the state for the tiles. */
function notesOf(draw: Draw): Notes {
  const champion = championOf(draw)
  if (champion)
    return { draw: <span className="line-clamp-3">Champions: {sideLabel(draw.teams, champion)}</span> }
  const round = currentRound(draw)
  const tables = nowPlaying(draw).length
  return {
    draw: round && round.total > 0 && (
      <span>
        {round.name}{' '}
        <b className="whitespace-nowrap text-chalk">
          {round.played} of {round.total}
        </b>
      </span>
    ),
    schedule: tables > 0 ? `Now: ${counted(tables, 'table')}` : undefined,
  }
}

type MenuProps = { settings?: Settings; now?: Date; notes?: Notes | undefined }

/** Without the settings only the tiles of the cup's own pages, without notes. */
function Menu({ settings, now = new Date(0), notes }: MenuProps) {
  // Highlighted only before the draw.
  const open = notes ? 'Open' : <Open />
  const registration = settings && (isRegistrationOpen(settings, now) ? open : 'Closed')
  return (
    <nav
      aria-label="The cup"
      className="mx-auto flex w-full max-w-(--poster-width) grow flex-col px-4 py-4 sm:px-10 sm:py-7"
    >
      {/* Fixed rows: while the HTML streams in, the first tiles must not fill the whole list. */}
      {/* Seven tiles, without a 'Citizen's Cup' link, fill the grid too. */}
      <ul className="grid max-h-[34rem] grow grid-cols-2 grid-rows-4 gap-3 sm:gap-4 lg:grid-cols-4 lg:grid-rows-2 [&>li:nth-child(7):last-child>*]:col-span-2">
        <MenuTile to={paths.register} icon={ClipboardPen} label="Register" note={registration} />
        <MenuTile to={paths.draw} icon={Network} label="Draw" note={notes?.draw} />
        <MenuTile to={paths.schedule} icon={Clock} label="Schedule" note={notes?.schedule} />
        <MenuTile to={paths.entries} icon={Users} label="Entry List" />
        <MenuTile to={paths.rules} icon={ScrollText} label="Rules" />
        <MenuTile to={paths.pastChampions} icon={Trophy} label="Past Champions" />
        <MenuTile to={paths.pastTournaments} icon={Archive} label="Past Tournaments" />
        {settings?.citizensCupLink && (
          <MenuTile to={settings.citizensCupLink} icon={Smartphone} label="Citizen's Cup" />
        )}
      </ul>
    </nav>
  )
}

function MenuTile(tile: ComponentProps<typeof Tile>) {
  return (
    <li className="contents">
      <Tile {...tile} />
    </li>
  )
}

function lengthOf({ length }: string) {
  if (length > 44) return 'longer'
  return length > 20 ? 'long' : undefined
}

function isShort(name: string) {
  const wide = name.match(/[mw]/gi) ?? []
  return name.length + wide.length <= 8
}

function PosterTitle({ presenter, title }: { presenter: string; title: string }) {
  const { name, number } = splitBrand(title)
  return (
    <>
      {presenter && <span className="poster-kicker">{presenter} </span>}
      {/* A short name stays on one line in a fallback font too. */}
      <span className={isShort(name) ? 'block min-[18rem]:whitespace-nowrap' : 'block'}>{name} </span>
      {number && <span className="poster-number">{number}</span>}
    </>
  )
}

function seasonLine({ editionSeason, editionTheme }: Settings): string {
  return [editionSeason, editionTheme].filter(Boolean).join(' · ')
}

function Announcement({ settings: { announcement, sponsorLink } }: { settings: Settings }) {
  if (!announcement) return null
  return (
    <aside aria-label="Announcement" className="border-b border-line bg-raised">
      <div className="mx-auto flex max-w-(--poster-width) items-center gap-4 px-4 py-3.5 sm:px-10">
        <Megaphone aria-hidden="true" className="shrink-0 text-ball" size={24} />
        <p className="min-w-0 text-balance">
          {announcement}{' '}
          {sponsorLink && (
            <a
              href={sponsorLink}
              className="link py-3 font-semibold"
              target="_blank"
              rel="noopener noreferrer"
            >
              Get the app<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </aside>
  )
}

function Open() {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-ball">
      <span className="dot" /> Open now
    </span>
  )
}
