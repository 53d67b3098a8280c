import { Trophy } from 'lucide-react'
import { type ComponentType, type CSSProperties, memo, useMemo } from 'react'
import {
  type Draw,
  type Match,
  placeOf,
  type Round,
  type SideNumber,
  sideOf,
  type TeamId,
  winnerOf,
} from '../../domain/cup.ts'
import { isBye } from '../../domain/draw/draw-reader.ts'
import type { RoundProgress } from '../../domain/night/progress.ts'
import { sideLabel } from '../../domain/teams/names.ts'
import { paths } from '../paths.ts'
import { Names } from '../ui/unbroken-names.tsx'
import { bracketLayout, type DrawSection, linePath, type RoundPlaces, sum, unevenLayout } from './layout.ts'
import { matchWords, type SideSlot, StillSide, shortRoundName, sideState, type Teams } from './side.tsx'
import { zoomScale } from './use-zoom.ts'

export type TreeProps = {
  draw: Pick<Draw, 'rounds' | 'teams'>
  /** Shows only a sub-tree, as cut by sectionsOf(). */
  section?: DrawSection | undefined
  /** The link of a match; `false` for none. */
  matchHref?: ((match: Match) => string) | false
  Side?: ComponentType<SideSlot> | undefined
  /** Below the sides. */
  Foot?: ComponentType<{ match: Match }> | undefined
  /** `fit` makes the most of a laptop's window, `roomy` keeps 44 px targets everywhere, `screen` fills its box, `sheet` is for paper. */
  density?: 'fit' | 'roomy' | 'screen' | 'sheet'
  /** The team whose path is highlighted. */
  lit?: TeamId | undefined
  /** The match of the address, as 'round.index'. */
  marked?: string | undefined
  /** The matches to be called next, each as 'round.index'. */
  next?: ReadonlySet<string> | undefined
  /** The column a phone shows first; those left of it are collapsed. */
  focus?: number
  /** Zoom step; 0 is the usual size. */
  zoom?: number
  /** 'x of y played' of each round. */
  played?: readonly RoundProgress[] | undefined
  /** Shown above the final. */
  champion?: TeamId | undefined
  /** Keeps ids unique on a page with several trees. */
  idPrefix?: string
}

/** Rounds as columns of matches, joined by lines. Memoised: only matches whose own data changed render again. */
export function Tree({
  draw,
  section,
  matchHref = paths.match,
  density = 'fit',
  focus = 0,
  zoom = 0,
  champion,
  idPrefix = 'round',
  played,
  ...rest
}: TreeProps) {
  const rounds = useMemo(() => shownRounds(draw.rounds, section), [draw.rounds, section])
  // Memo key: a result changes no size, so the layout keeps its identity.
  const sizes = rounds.map(({ matches }) => matches.length).join()
  const heights = density === 'screen' ? heightsOf(rounds[0]).join() : ''
  const layout = useMemo(
    () =>
      heights
        ? unevenLayout(heights.split(',').map(Number)).slice(0, rounds.length)
        : bracketLayout(sizes.split(',').map(Number)),
    [sizes, heights, rounds.length],
  )
  const rows = rounds[0]?.matches.length ?? 0
  const numbers: Numbers = {
    '--rows': Math.max(heights ? sum(layout[0]?.heights ?? []) : rows, cellsOfFinalAlone),
    '--columns': rounds.length,
    '--zoom': zoomScale(zoom),
  }
  return (
    <div
      className="tree"
      data-density={density}
      style={numbers}
      data-small={rows <= 4 || undefined}
      data-large={rows >= 32 || undefined}
      data-huge={rows >= 128 || undefined}
      data-zoom={zoom}
    >
      {rounds.map((round, column) => (
        <RoundColumn
          key={round.index}
          titleId={`${idPrefix}-${round.index}`}
          round={round}
          places={layout[column] as RoundPlaces}
          fed={layout[column + 1]}
          depth={column - focus}
          isFinal={round.index === draw.rounds.length - 1}
          played={played?.[round.index]?.played}
          total={played?.[round.index]?.total}
          teams={draw.teams}
          matchHref={matchHref}
          champion={champion}
          {...rest}
        />
      ))}
    </div>
  )
}

/** Custom properties that CSS computes sizes with. */
type Numbers = CSSProperties & Readonly<Record<`--${string}`, number>>

/** A final is larger than other matches, and alone in the draw needs more than one cell. */
const cellsOfFinalAlone = 1.5

/** On the TV a bye is half as high as a match. */
export function heightsOf(round: Pick<Round, 'matches'> | undefined): number[] {
  return (round?.matches ?? []).map((match) => (isBye(match) ? 0.5 : 1))
}

type ShownRound = Round & { readonly index: number }

function shownRounds(rounds: readonly Round[], section: DrawSection | undefined): readonly ShownRound[] {
  if (!section) return rounds.map((round, index) => ({ ...round, index }))
  return section.rounds.flatMap(({ round: index, start, end }) => {
    const round = rounds[index]
    return round ? [{ name: round.name, matches: round.matches.slice(start, end), index }] : []
  })
}

type RoundColumnProps = Pick<TreeProps, 'Side' | 'Foot' | 'lit' | 'marked' | 'next'> & {
  round: ShownRound
  titleId: string
  places: RoundPlaces
  /** The round its winners go to; undefined for the last. */
  fed: RoundPlaces | undefined
  /** Columns to the right of the focused one. */
  depth: number
  isFinal: boolean
  played: number | undefined
  total: number | undefined
  teams: Teams
  matchHref: NonNullable<TreeProps['matchHref']>
  champion: TeamId | undefined
}

const RoundColumn = memo(function RoundColumn({
  round,
  titleId,
  places,
  fed,
  depth,
  isFinal,
  played,
  total,
  champion,
  lit,
  marked,
  next,
  ...cell
}: RoundColumnProps) {
  const alone = isFinal ? cellsOfFinalAlone : 1
  const numbers: Numbers = {
    '--cells': Math.max(places.span, alone),
    '--cells-closed-up': depth > 0 ? 2 ** depth : alone,
  }
  return (
    <section
      className="round"
      style={numbers}
      data-round={round.index}
      data-column={places.column}
      data-closed-up={depth < 0 || undefined}
      data-final={isFinal || undefined}
      aria-labelledby={titleId}
    >
      <h2 className="round-title" id={titleId} data-short={shortRoundName(round.name)}>
        <span className="round-name">{round.name}</span>
        {total !== undefined && total > 0 && (
          <span className="round-count">
            <span className="sr-only">played </span>
            {played} of {total}
          </span>
        )}
      </h2>
      <div className="cells">
        {isFinal && champion && <Champion teams={cell.teams} team={champion} className="champion-aloft" />}
        <ol>
          {round.matches.map((match, index) => (
            <MatchCell
              key={match.id}
              match={match}
              height={places.heights && Math.max(places.heights[index] ?? 1, isFinal ? alone : 0)}
              litSide={lit ? ((match.sides.indexOf(lit) + 1) as 0 | SideNumber) : 0}
              isMarked={marked === placeOf(match)}
              isNext={next?.has(placeOf(match)) ?? false}
              {...cell}
            />
          ))}
        </ol>
        {fed && <Joins matches={round.matches} places={places} fed={fed} lit={lit} />}
      </div>
    </section>
  )
})

type JoinsProps = {
  matches: readonly Match[]
  places: RoundPlaces
  fed: RoundPlaces
  lit: TeamId | undefined
}

/** Lines to the next round: all of them, those of decided matches, and those of the highlighted team. */
const Joins = memo(function Joins({ matches, places, fed, lit }: JoinsProps) {
  const won = matches.flatMap((match, index) => (match.winner ? [index] : []))
  const ownWins = lit ? matches.flatMap((match, index) => (winnerOf(match) === lit ? [index] : [])) : []
  return (
    <svg
      className="joins"
      viewBox={`0 0 2 ${places.heights ? sum(places.heights) : matches.length * places.span}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={linePath(places, fed)} />
      {won.length > 0 && <path data-won="" d={linePath(places, fed, won)} />}
      {ownWins.length > 0 && <path data-lit="" d={linePath(places, fed, ownWins)} />}
    </svg>
  )
})

type MatchCellProps = Pick<RoundColumnProps, 'teams' | 'matchHref' | 'Side' | 'Foot'> & {
  match: Match
  /** Height in cells, if matches of the round differ. */
  height: number | undefined
  litSide: 0 | SideNumber
  isMarked: boolean
  isNext: boolean
}

const MatchCell = memo(function MatchCell({
  match,
  height,
  teams,
  matchHref,
  litSide,
  isMarked,
  isNext,
  Side,
  Foot,
}: MatchCellProps) {
  const place = placeOf(match)
  const isNow = match.table !== undefined && !match.winner
  const slot = (side: SideNumber): SideSlot => ({
    match,
    side,
    team: sideOf(match, side),
    name: sideLabel(teams, sideOf(match, side)),
    state: sideState(match, side),
    isLit: litSide === side,
  })
  const Shown = Side ?? StillSide
  const inside = (
    <>
      <Shown {...slot(1)} /> <span className="vs">vs</span> <Shown {...slot(2)} />
      {isNow && (
        <span className="match-tag" data-now="">
          Table {match.table}
        </span>
      )}
      {!isNow && isNext && <span className="match-tag">Up next</span>}
      {match.walkover && <span className="match-tag">Walkover</span>}
      {Foot && <Foot match={match} />}
    </>
  )
  const card = {
    className: 'match',
    'data-now': isNow || undefined,
    'data-marked': isMarked || undefined,
    'data-decided': match.winner ? true : undefined,
  }
  const isLink = !Side && matchHref !== false
  return (
    <li
      data-match={place}
      data-match-id={match.id}
      {...(height && { style: { '--span': height } as Numbers })}
    >
      {isLink && (
        <a href={matchHref(match)} {...card}>
          {inside}
        </a>
      )}
      {!isLink && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to one form; this is a match of a list.
        <div role="group" aria-label={`Match ${match.index + 1}: ${matchWords(match, teams)}`} {...card}>
          {inside}
        </div>
      )}
    </li>
  )
})

/** Shown once the final is decided. */
export function Champion({ teams, team, className }: { teams: Teams; team: TeamId; className: string }) {
  return (
    <div className={`champion ${className}`}>
      <Trophy aria-hidden="true" className="champion-cup" strokeWidth={1.5} />
      <p className="champion-title">Champions</p>
      <p className="champion-name">
        <bdi>
          <Names label={sideLabel(teams, team)} />
        </bdi>
      </p>
    </div>
  )
}
