import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { type Draw, type Match, placeOf, roundNameOf, type Settings, type Side } from '../../../domain/cup.ts'
import { nowPlaying, queueOf, upNext } from '../../../domain/draw/tables.ts'
import { onlyTeam } from '../../../domain/messages.ts'
import {
  championOf,
  currentRound,
  isAlone,
  latestResults,
  roundProgress,
} from '../../../domain/night/progress.ts'
import { sideLabel } from '../../../domain/teams/names.ts'
import { type DrawSection, sectionsOf, sum } from '../../bracket/layout.ts'
import { MatchLine } from '../../bracket/match-line.tsx'
import { useExpectedStart } from '../../bracket/progress-panel.tsx'
import { shortRoundName } from '../../bracket/side.tsx'
import { Champion, heightsOf, Tree } from '../../bracket/tree.tsx'
import { FittedSide, nameWidths, People, Players, widthOf } from './team-names.tsx'
import { nextColumn, useCarousel } from './unattended.ts'

export type NightProps = {
  draw: Draw
  settings: Settings
  /** QR code to the draw. */
  code: ReactNode
}

/** The TV during the night: current matches largest, the draw part by part, and what comes next. */
export function Night({ draw, settings, code }: NightProps) {
  const champion = championOf(draw)
  const playing = nowPlaying(draw)
  const queue = queueOf(draw)
  const timeOf = useExpectedStart(draw, settings)
  const tableOf = ({ table }: Match) => (
    <>
      <small>Table</small> {table}
    </>
  )
  const isPlaying = playing.length > 0
  return (
    <>
      {champion ? (
        <div className="tv-now">
          <Champion teams={draw.teams} team={champion} className="champion-tv" />
        </div>
      ) : (
        <Large
          title={isPlaying ? 'Now playing' : 'Up next'}
          teams={draw.teams}
          matches={isPlaying ? playing : queue.slice(0, mostUpNext)}
          lead={isPlaying ? tableOf : timeOf}
          otherwise={isAlone(draw) ? onlyTeam : 'The next match follows in a moment.'}
        />
      )}
      <Draws draw={draw} tables={settings.scheduleGroupSize} />
      <aside className="tv-rail" aria-label="Tonight">
        <Lists draw={draw} queue={isPlaying ? queue.slice(0, mostUpNext) : []} timeOf={timeOf} />
        {code}
      </aside>
    </>
  )
}

const mostUpNext = 6

/** Width of a line in the smallest font size, in ems. */
const lineEms = 14.5
/** Up to this width a name fits on one line in condensed letters; a wider one takes two. */
const narrowEms = 17.5

/** With up to three matches, each player has a line. */
const few = 3

type LargeProps = {
  title: string
  teams: Draw['teams']
  matches: readonly Match[]
  lead: (match: Match) => ReactNode
  /** Shown if there are none. */
  otherwise: string
}

/** Matches in the largest font size; overflow goes to further columns, which are shown in turn. */
function Large({ title, teams, matches, lead, otherwise }: LargeProps) {
  const list = useRef<HTMLUListElement>(null)
  useCarousel(1, 8_000, () => nextColumn(list.current))
  const isFew = matches.length <= few
  return (
    <section className="tv-now" aria-label={title}>
      <h2>{title}</h2>
      {matches.length === 0 && <p className="tv-soon">{otherwise}</p>}
      <ul ref={list} data-few={isFew || undefined} style={{ '--matches': matches.length } as CSSProperties}>
        {matches.map((match) => (
          <li key={match.id}>
            <span className="tv-lead">{lead(match)}</span>
            <span>
              {team(match.sides[0])} <span className="tv-vs">vs</span> {team(match.sides[1])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

  function team(side: Side) {
    if (isFew) return <Players teams={teams} team={side} />
    const name = sideLabel(teams, side)
    const width = widthOf(name)
    const isNarrow = width > lineEms && width <= narrowEms
    return (
      <bdi className="fitted" data-narrow={isNarrow || undefined} style={nameWidths(name)}>
        <People label={name} />
      </bdi>
    )
  }
}

/** More would be unreadable from five metres. */
const cellsOnScreen = 6

/** The last rounds are shown together; before, the current round and the next. */
const roundsAtTheEnd = 3

/** The draw from the current round on, as a carousel of parts if it is too tall. */
function Draws({ draw, tables }: { draw: Draw; tables: number }) {
  const current = currentRound(draw)?.round ?? 0
  const sections = useMemo(() => partsOf(draw, current), [draw, current])
  const turn = useCarousel(sections.length, 15_000)
  const played = useMemo(() => roundProgress(draw), [draw])
  const next = useMemo(() => new Set(upNext(draw, tables).map(placeOf)), [draw, tables])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, by keyboard too.
    <section className="tv-draw" aria-label="The draw" tabIndex={0}>
      <Tree
        key={`${draw.id} ${turn}`}
        draw={draw}
        section={sections[turn]}
        matchHref={false}
        density="screen"
        Side={FittedSide}
        played={played}
        next={next}
      />
    </section>
  )
}

function partsOf({ rounds }: Pick<Draw, 'rounds'>, current: number): DrawSection[] {
  const sizes = rounds.map(({ matches }) => matches.length)
  const first = Math.max(0, Math.min(current, sizes.length - roundsAtTheEnd))
  const isEnd = sizes.length - first <= roundsAtTheEnd
  const shown = isEnd ? sizes : sizes.slice(0, first + 2)
  // Byes are half as high: with many of them eight matches fit, else four.
  const heights = heightsOf(rounds[first])
  const isLow = heights.every((_, at) => at % 8 > 0 || sum(heights.slice(at, at + 8)) <= cellsOnScreen)
  return sectionsOf(shown, first, isLow ? 8 : 4)
}

type ListsProps = {
  draw: Draw
  queue: readonly Match[]
  timeOf: (match: Match) => string | undefined
}

/** Carousel of next matches and latest results; a long list column by column. */
function Lists({ draw, queue, timeOf }: ListsProps) {
  const roundOf = (match: Match) => shortRoundName(roundNameOf(draw, match))
  const pages = [
    { title: 'Up next', matches: queue, lead: timeOf },
    { title: 'Latest results', matches: latestResults(draw, 6), lead: roundOf },
  ].filter(({ matches }) => matches.length > 0)
  const list = useRef<HTMLUListElement>(null)
  const turn = useCarousel(pages.length, 10_000, () => nextColumn(list.current))
  const page = pages[turn]
  if (!page) return <div className="tv-list" />
  return (
    <section className="tv-list" key={page.title}>
      <h2>{page.title}</h2>
      <ul ref={list}>
        {page.matches.map((match) => (
          <MatchLine key={match.id} draw={draw} match={match} lead={page.lead(match)} Names={People} />
        ))}
      </ul>
    </section>
  )
}
