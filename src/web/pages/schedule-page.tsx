import { Smartphone } from 'lucide-react'
import { useNavigate } from 'react-router'
import {
  type Draw,
  type Match,
  placeOf,
  type Settings,
  type SideNumber,
  sideOf,
  type TeamId,
} from '../../domain/cup.ts'
import { nowPlaying, queueOf } from '../../domain/draw/tables.ts'
import { messages } from '../../domain/messages.ts'
import { type ExpectedTimes, expectedTimes } from '../../domain/night/expected-times.ts'
import { isBeingPlayed } from '../../domain/night/progress.ts'
import { buildSchedule, clockTime, type Slot, twelveHour } from '../../domain/night/schedule.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { MatchLine } from '../bracket/match-line.tsx'
import { sideState } from '../bracket/side.tsx'
import { useFollowedTeam } from '../follow/follow.tsx'
import { LazyFollowCard } from '../follow/lazy-follow.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { lotsState, useLots } from '../lots/use-lots.ts'
import { clientLoader, meta, type PageProps, page, shouldRevalidate } from '../page.tsx'
import { pageLoader } from '../page-loader.ts'
import { paths } from '../paths.ts'
import { ChalkSection, Empty } from '../ui/court.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { useClock, useZone } from '../ui/time.tsx'
import { Names } from '../ui/unbroken-names.tsx'

export { clientLoader, meta, shouldRevalidate }
export const loader = pageLoader('schedule')
export default page('schedule', Schedule)

function Schedule({ view: { settings, drawStatus, draw: whole } }: PageProps<typeof loader>) {
  const { draw, lots } = useLots(whole)
  const navigate = useNavigate()
  const followed = useFollowedTeam()
  const isIn = draw && followed && !lots && draw.teams[followed]
  const own = isIn ? followed : undefined
  const now = useClock()
  const times = draw && now && expectedTimes(draw, settings, now)
  return (
    <PageFrame live={<LiveDot isNight={isBeingPlayed(whole)} />}>
      {draw && !lots && <NowAndNext draw={draw} times={times} />}
      <AppBanner link={settings.appLink} />
      <div className="mt-9 grid gap-9 lg:grid-cols-2 lg:gap-12 print:mt-4 print:grid-cols-2 print:gap-8">
        <Notes settings={settings} />
        <SpecialEvents settings={settings} />
      </div>
      <section
        aria-labelledby="matches"
        className={`mt-12 print:mt-6 ${own ? 'pb-24 print:pb-0' : ''}`}
        data-lots={lotsState(lots)}
      >
        <h2 id="matches" className="display mb-4 break-after-avoid text-[2.125rem]">
          Tournament Match Schedule
        </h2>
        <Matches
          settings={settings}
          draw={drawStatus === 'active' ? draw : undefined}
          own={own}
          times={times}
        />
        {draw && <TakeAlong own={own} />}
      </section>
      {draw && own && (
        <LazyFollowCard
          draw={draw}
          settings={settings}
          team={own}
          onShow={(team) => navigate(paths.team(team))}
        />
      )}
    </PageFrame>
  )
}

/** Current and next matches, because the slots are a screen below. */
function NowAndNext({ draw, times }: { draw: Draw; times: ExpectedTimes | undefined }) {
  const playing = nowPlaying(draw)
  const next = queueOf(draw).slice(0, 3)
  const zone = useZone()
  if (playing.length + next.length === 0) return null
  return (
    <section aria-labelledby="now-and-next" className="mb-6 print:hidden">
      <h2 id="now-and-next" className="display mb-2 text-[1.75rem]">
        {playing.length > 0 ? 'Now and next' : 'Next'}
      </h2>
      <ul className="now-and-next">
        {playing.map((match) => (
          <MatchLine key={match.id} draw={draw} match={match} lead={<b>Table {match.table}</b>} />
        ))}
        {next.map((match) => (
          <MatchLine key={match.id} draw={draw} match={match} lead={timeOf(times?.start(match), zone)} />
        ))}
      </ul>
    </section>
  )
}

function timeOf(start: Date | undefined, zone: string): string {
  return start ? clockTime(start, zone) : ''
}

function AppBanner({ link }: { link: string }) {
  if (!link) return null
  return (
    <a href={link} className="app-banner print:hidden" target="_blank" rel="noopener noreferrer">
      <Smartphone aria-hidden="true" className="shrink-0" size={26} />
      {/* Two lines high, against layout shift when the font loads. */}
      <span className="flex min-h-12 min-w-0 grow flex-col justify-center">
        <span className="block font-bold">The cup in your pocket</span>
        <span className="hidden text-sm sm:block">Get the app to follow your matches.</span>
      </span>
      <span className="button button-quiet shrink-0">Get the app</span>
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

function Notes({ settings: { scheduleStart, scheduleGroupSize, scheduleInterval } }: { settings: Settings }) {
  return (
    <ChalkSection title="Good to know">
      <ul className="chalk-list">
        <li>{messages.scheduleStarts(twelveHour(scheduleStart))}</li>
        <li>{messages.scheduleGroups(scheduleGroupSize, scheduleInterval)}</li>
        <li>{messages.scheduleApproximate}</li>
      </ul>
    </ChalkSection>
  )
}

function SpecialEvents({ settings: { specialEvents } }: { settings: Settings }) {
  if (specialEvents.length === 0) return null
  return (
    <ChalkSection title="Special Events">
      <ol>
        {specialEvents.map(({ time, name, description }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may be equal.
            key={index}
            className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-4 border-b border-line py-3"
          >
            <time dateTime={time} className="pt-px text-lg font-bold tabular-nums">
              {twelveHour(time)}
            </time>
            <div>
              <h3 className="text-lg font-bold">{name}</h3>
              <p className="text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ol>
    </ChalkSection>
  )
}

type MatchesProps = {
  settings: Settings
  draw: Draw | undefined
  own: TeamId | undefined
  times: ExpectedTimes | undefined
}

function Matches({ settings, draw, own, times }: MatchesProps) {
  if (!draw) {
    return <Empty hint={messages.scheduleNoTournament}>{messages.scheduleEmpty}</Empty>
  }
  const slots = buildSchedule(draw, settings)
  if (slots.length === 0)
    return <Empty hint="There are only byes, so nobody has to play.">{messages.scheduleEmpty}</Empty>
  return (
    <ol className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {slots.map((slot) => (
        <TimeSlot
          key={slot.minutes}
          slot={slot}
          teams={draw.teams}
          own={own}
          lastRound={draw.rounds.length - 1}
          times={times}
        />
      ))}
    </ol>
  )
}

/** Plain links: these are files, which the router must not open. */
function TakeAlong({ own }: { own: TeamId | undefined }) {
  const link = 'inline-flex min-h-touch items-center underline underline-offset-4'
  return (
    <p className="mt-6 flex flex-wrap justify-center gap-x-8 print:hidden">
      {own && (
        <a href={paths.teamCalendar(own)} className={link}>
          Your team's matches for your calendar
        </a>
      )}
      <a href={paths.scheduleIcs} className={link}>
        {own ? 'All matches' : 'The schedule for your calendar'}
      </a>
      <a href={paths.scheduleCsv} className={link}>
        Download as CSV
      </a>
    </p>
  )
}

type OwnProps = { teams: Draw['teams']; own: TeamId | undefined }

type TimeSlotProps = OwnProps & { slot: Slot; lastRound: number; times: ExpectedTimes | undefined }

function TimeSlot({ slot, teams, own, lastRound, times }: TimeSlotProps) {
  const expected = firstTime(slot, times, useZone())
  const isFinal = slot.matches[0]?.round === lastRound
  return (
    <li className={`slot ${isFinal ? 'slot-final' : ''}`}>
      <h3 className="slot-head">
        <span>
          <span className="slot-time">{slot.time}</span>{' '}
          {expected && expected !== slot.time && <span className="slot-expected">expected {expected}</span>}
        </span>{' '}
        <span className="display text-xl">{slot.roundName}</span>
      </h3>
      <ul>
        {slot.matches.map((match) => (
          <SlotMatch key={match.id} match={match} teams={teams} own={own} />
        ))}
      </ul>
    </li>
  )
}

/** Expected start of the slot's first waiting match. */
function firstTime({ matches }: Slot, times: ExpectedTimes | undefined, zone: string): string | undefined {
  const starts = matches.flatMap((match) => times?.start(match)?.getTime() ?? [])
  return starts.length > 0 ? clockTime(new Date(Math.min(...starts)), zone) : undefined
}

function SlotMatch({ match, ...rest }: OwnProps & { match: Match }) {
  return (
    <li className="slot-match" data-match={placeOf(match)} data-match-id={match.id}>
      <SlotSide match={match} side={1} {...rest} />
      <span className="slot-vs">vs</span>
      <SlotSide match={match} side={2} {...rest} />
      {match.table && !match.winner && <span className="slot-table">Table {match.table}</span>}
    </li>
  )
}

function SlotSide({ match, side, teams, own }: OwnProps & { match: Match; side: SideNumber }) {
  const state = sideState(match, side)
  const team = sideOf(match, side)
  return (
    <span
      className="slot-side"
      data-side={side}
      data-state={state}
      data-lit={(own && team === own) || undefined}
    >
      <bdi>
        <Names label={sideLabel(teams, team)} />
      </bdi>
      {state === 'winner' && <span className="sr-only"> (winner)</span>}
    </span>
  )
}
