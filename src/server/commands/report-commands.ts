import {
  type Draw,
  type Match,
  matchWithId,
  otherSide,
  type SideNumber,
  sideOf,
  type TeamId,
  winnerOf,
} from '../../domain/cup.ts'
import { isPlayable, sideNumberOf } from '../../domain/draw/draw-reader.ts'
import {
  canTableReport,
  type Report,
  reportedWinner,
  reportSaid,
  takeReport,
} from '../../domain/draw/reports.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { entryName, resultText, sideLabel } from '../../domain/teams/names.ts'
import { textOf } from '../../domain/text.ts'
import { readReports, saveReports } from '../storage/match-rows.ts'
import { readSettings } from '../storage/system-rows.ts'
import { change, type JournalledChange, type Unchanged, type Work } from './change.ts'
import { type DrawWork, drawCommand, loadCurrentDraw, matchPlace, tappedMatch } from './change-draw.ts'
import { type Command, type Commands, lineOf } from './command.ts'
import { linkCommand } from './entry-commands.ts'
import { type Reader, readFields, sideNumber, type Tap, text } from './form-fields.ts'
import { saveWinner } from './winner-commands.ts'

const isWon: Reader<boolean> = (form, name) => {
  const won = textOf(form, name)
  return won === 'yes' || won === 'no' ? done(won === 'yes') : refused('unknown-action')
}

type Answered = Promise<Outcome<JournalledChange | Unchanged>>

/** A report from a team's own page. */
const reportOfTeam = linkCommand(
  { matchId: text, won: isWon },
  async (work, team, { matchId, won, ...tap }) => {
    if ((await readSettings(work.db)).reports === 'off') return refused('reports-off')
    return withMatch(work, { matchId, team: team.id, ...tap }, (drawWork, match) => {
      const from = sideNumberOf(match, team.id)
      if (!from) return refused('no-such-match')
      const winner = won ? from : otherSide(from)
      return saveReport(drawWork, match, { from, winner }, { by: `${entryName(team)} reported: `, tap })
    })
  },
)

/** A report from the page of a table, for the match called to it. */
const reportOfTable: Command = async (parts, posted) => {
  const { actor, form, tap } = posted
  if (actor.kind !== 'table') return refused('unknown-action')
  const { table } = actor
  const read = readFields({ matchId: text, side: sideNumber }, form)
  if (!read.ok) return read
  const { matchId, side: winner } = read.value
  // Before the lock is taken, so that a flood delays no organiser's tap.
  const { settings, drawStatus, draw } = await parts.view.ready()
  if (!canTableReport(settings, table)) return refused('reports-off')
  if (!draw) return refused(drawStatus === 'creating' ? 'creating' : 'no-draw')
  // Before a token is taken, so that reports of other matches use up none.
  const found = findMatch(draw, { matchId, ...tap })
  const called = found.ok ? checkCalled(draw, found.value, table) : found
  if (!called.ok) return called
  if (parts.limits.take('table-report', String(table)) > 0) return refused('report-slow')
  return change(parts, lineOf(posted), async (work) => {
    if (!canTableReport(await readSettings(work.db), table)) return refused('reports-off')
    return withMatch(work, { matchId, ...tap }, (drawWork, match) => {
      const called = checkCalled(drawWork.draw, match, table)
      if (!called.ok) return called
      return saveReport(drawWork, match, { from: 'table', winner }, { by: 'Reported: ', tap })
    })
  })
}

/** Refuses a match that is decided, or not called to this table. */
function checkCalled(draw: Draw, match: Match, table: number): Outcome<Match> {
  if (match.table !== table) return refused('not-called-here', [stateText(draw, match)])
  return isPlayable(match) ? done(match) : refused('not-playable', [stateText(draw, match)])
}

const takeBackOwn = linkCommand({ matchId: text }, async (work, team, { matchId }) => {
  const name = entryName(team)
  return withMatch(work, { matchId, team: team.id }, async (drawWork, match) => {
    const own = sideNumberOf(match, team.id)
    const waiting = await reportsOf(work, match)
    const left = waiting.filter(({ from }) => from !== own)
    if (left.length === waiting.length) return done({ unchanged: reportSaid.none })
    await saveReports(work.db, drawWork.draw.id, match.id, left)
    const words = `${name} took back its report of ${matchPlace(drawWork.draw, match)}.`
    return done({ words, message: reportSaid.takenBack, changes: [], teamIds: [team.id] })
  })
})

/** Dismisses the reports of a match, if they still say what the organiser's screen showed. */
const dismissAll = drawCommand({ matchId: text, side: text }, async (work, { matchId, side, ...tap }) => {
  const tapped = await tappedMatch(work, matchId, tap)
  if (!tapped.ok) return tapped
  const waiting = await reportsOf(work, tapped.value)
  if (waiting.length === 0) return done({ unchanged: reportSaid.none })
  if (side !== '' && side !== String(reportedWinner(waiting))) return refused('no-report')
  await saveReports(work.db, work.draw.id, matchId, [])
  const said = [...new Set(waiting.map(({ winner }) => wonText(work.draw, tapped.value, winner)))]
  const words = `Dismissed the report that ${said.join(' and that ')}.`
  // Without a message: its banner would offer to take this back, which is not possible.
  return done({ words, message: '', changes: [], teamIds: tapped.value.sides })
})

export const reportCommands = {
  report: (parts, posted) => (posted.actor.kind === 'team' ? reportOfTeam : reportOfTable)(parts, posted),

  /** Records the reported winner, if the reports still say what the organiser's screen showed. */
  'confirm-report': drawCommand({ matchId: text, side: text }, async (work, { matchId, side, ...tap }) => {
    const tapped = await tappedMatch(work, matchId, tap)
    if (!tapped.ok) return tapped
    const winner = reportedWinner(await reportsOf(work, tapped.value))
    if (!winner || (side !== '' && side !== String(winner))) return refused('no-report')
    return saveWinner(work, tapped.value, winner, tap)
  }),

  /** A team takes back its own report; an organiser dismisses all of a match. */
  'dismiss-report': (parts, posted) =>
    (posted.actor.kind === 'team' ? takeBackOwn : dismissAll)(parts, posted),
} satisfies Commands

type Wanted = {
  readonly matchId: string
  /** Without an id, the match that this team plays now, or next. */
  readonly team?: TeamId
  readonly seen?: number | undefined
}

/** Runs with a match that players named. */
async function withMatch(
  work: Work,
  wanted: Wanted,
  run: (work: DrawWork, match: Match) => Answered | Awaited<Answered>,
): Answered {
  const loaded = await loadCurrentDraw(work)
  if (!loaded.ok) return loaded
  const found = findMatch(loaded.value, wanted)
  return found.ok ? run({ ...work, draw: loaded.value }, found.value) : found
}

/** Finds a match for players. If it has changed since `seen`, refuses with its current state, not with journal lines, which name organisers. */
function findMatch(draw: Draw, { matchId, team, seen }: Wanted): Outcome<Match> {
  // During the draw show the opponent is not revealed yet.
  if (draw.show) return refused('not-playable')
  const match = matchId === '' && team ? nextMatchOf(draw, team) : matchWithId(draw, matchId)
  if (!match) return refused('no-such-match')
  const isStale = seen !== undefined && match.revision > seen
  return isStale ? refused('changed-meanwhile', [stateText(draw, match)]) : done(match)
}

function nextMatchOf(draw: Draw, team: TeamId): Match | undefined {
  const outlook = outlookOf(draw, team)
  return 'match' in outlook ? outlook.match : undefined
}

async function saveReport(
  work: DrawWork,
  match: Match,
  { from, winner }: Pick<Report, 'from' | 'winner'>,
  { by, tap }: { readonly by: string; readonly tap: Tap },
): Answered {
  const { db, draw, moment } = work
  const taken = takeReport(match, await reportsOf(work, match), { from, winner, ...moment })
  if (!taken.ok) return refused(taken.reason, [stateText(draw, match)])
  const { reports, agreed, isSame } = taken.value
  if (isSame) return done({ unchanged: reportSaid.waits })
  if (agreed) {
    const saved = await saveWinner(work, match, agreed, tap, ' Reported by both teams.')
    return saved.ok ? done({ ...saved.value, message: reportSaid.agreed }) : saved
  }
  await saveReports(db, draw.id, match.id, reports)
  const words = `${by}${wonText(draw, match, winner)} (${matchPlace(draw, match)}).`
  return done({ words, message: reportSaid.waits, changes: [], teamIds: match.sides })
}

async function reportsOf({ db, cup }: Work, { id }: Match): Promise<readonly Report[]> {
  return (await readReports(db, cup.tournamentID, id)).get(id) ?? []
}

function wonText({ teams }: Draw, match: Match, winner: SideNumber): string {
  const [won, lost] = [sideOf(match, winner), sideOf(match, otherSide(winner))]
  return `${sideLabel(teams, won)} won against ${sideLabel(teams, lost)}`
}

/** State of a match in a refusal to players. */
function stateText(draw: Draw, match: Match): string {
  const text = resultText(draw, match)
  if (winnerOf(match) || !isPlayable(match)) return text
  return match.table === undefined ? `${text}, not called to a table` : `${text}, table ${match.table}`
}
