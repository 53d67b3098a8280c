import { isDeepStrictEqual } from 'node:util'
import { type Draw, type Edition, isTeam, type Settings } from '../../src/domain/cup.ts'
import { championOf } from '../../src/domain/night/progress.ts'
import { done, type Outcome, refused } from '../../src/domain/outcome.ts'
import { sideLabel } from '../../src/domain/teams/names.ts'
import { hasRegistrationRoom } from '../../src/domain/teams/registration.ts'
import { counted } from '../../src/domain/text.ts'
import { theTerminal } from '../../src/server/actors.ts'
import { type Changed, type ChangeParts, change } from '../../src/server/commands/change.ts'
import {
  ensureEdition,
  findEdition,
  listEditions,
  saveEditions,
} from '../../src/server/storage/edition-rows.ts'
import { deletePushOfOtherEditions } from '../../src/server/storage/push-rows.ts'
import type { Db } from '../../src/server/storage/storage.ts'
import { beginEpoch, readSettings, saveCurrent } from '../../src/server/storage/system-rows.ts'
import { countTeams, findTeams, type StoredTeam, saveTeams } from '../../src/server/storage/team-rows.ts'
import {
  insertDraw,
  readDraw,
  readDrawOfEdition,
  saveTournamentStatus,
} from '../../src/server/storage/tournament-rows.ts'
import { type PlacedDraw, type PlacedExport, placeExport } from './place-export.ts'
import type { CupExport, ExportedTeam } from './read-export.ts'

/** Progress callback: saved records, out of all. */
export type Progress = (saved: number, total: number) => void

/**
 * Imports an export of the old system in one transaction. Idempotent: records that are already here are skipped, different ones
 * are refused, with their place in the file. Also returns the notes.
 */
export async function importCup(
  parts: ChangeParts,
  cup: CupExport,
  onProgress: Progress = () => {},
): Promise<{ readonly outcome: Outcome<Changed>; readonly notes: readonly string[] }> {
  let notes: readonly string[] = []
  const outcome = await change(
    parts,
    { action: 'import-cup', who: theTerminal },
    async ({ db, cup: here, moment }) => {
      const settings = await readSettings(db)
      const placed = placeExport(cup, { settings, revision: moment.revision })
      notes = placed.notes
      const teams = await freshTeams(db, placed)
      const draws = await freshDraws(db, placed)
      const problems = [...placed.problems, ...teams.problems, ...draws.problems]
      if (problems.length > 0) return refused('cannot-import', problems)
      if (teams.fresh.length === 0 && draws.fresh.length === 0)
        return done({ unchanged: 'Everything in the file is here already: nothing was changed.' })
      const { registered, listed } = await countTeams(db, here.editionId)
      const joining = teams.fresh.filter(({ edition }) => edition === settings.editionNumber)
      if (!hasRegistrationRoom(registered, joining.length)) return refused('registration-full')
      if (listed === 0 && joining.length > 0) await deletePushOfOtherEditions(db, here.editionId)

      const total = teams.fresh.length + draws.fresh.length
      const numbers = [...teams.fresh, ...draws.fresh.map(({ draw }) => draw)].map(({ edition }) => edition)
      const ids = new Map<number, number>()
      for (const number of new Set(numbers)) ids.set(number, await ensureEdition(db, number))
      await saveInPieces(
        db,
        teams.fresh.map(({ edition, ...team }) => ({
          ...team,
          editionId: ids.get(edition) ?? here.editionId,
          removedAt: undefined,
          revision: moment.revision,
        })),
        (saved) => onProgress(saved, total),
      )
      for (const [index, { draw, isShown }] of draws.fresh.entries()) {
        await insertDraw(db, draw)
        if (!isShown) await saveTournamentStatus(db, draw.id, 'reset')
        if (isShown && draw.id === placed.currentId)
          await saveCurrent(db, { tournamentID: draw.id, tournamentStatus: 'active', updatedAt: moment.at })
        onProgress(teams.fresh.length + index + 1, total)
      }
      await saveEditions(db, withChampions(await listEditions(db), draws.fresh, settings))
      // A new epoch makes every node and page load the whole cup anew, as after a restore.
      await beginEpoch(db, parts.clock.now())
      const [added, drawn] = [counted(teams.fresh.length, 'team'), counted(draws.fresh.length, 'tournament')]
      return done({
        words: `Imported from the old system: ${added} and ${drawn}.`,
        changes: [],
      })
    },
  )
  return { outcome, notes }
}

const teamsAtOnce = 500

async function saveInPieces(db: Db, teams: readonly StoredTeam[], onSaved: (saved: number) => void) {
  for (let from = 0; from < teams.length; from += teamsAtOnce) {
    await saveTeams(db, teams.slice(from, from + teamsAtOnce))
    onSaved(Math.min(from + teamsAtOnce, teams.length))
  }
}

async function freshTeams(db: Db, { teams }: PlacedExport) {
  const known = new Map<string, StoredTeam>()
  for (let from = 0; from < teams.length; from += teamsAtOnce) {
    const ids = teams.slice(from, from + teamsAtOnce).map(({ id }) => id)
    for (const team of await findTeams(db, ids)) known.set(team.id, team)
  }
  return {
    fresh: teams.filter(({ id }) => !known.has(id)),
    problems: teams.flatMap((team) => {
      const here = known.get(team.id)
      return here && !isSameTeam(here, team) ? [`teams/${team.id}: is here already, and different`] : []
    }),
  }
}

/** Ignores the phone number and the edition: one may have been deleted here, the other corrected. */
function isSameTeam(here: StoredTeam, team: ExportedTeam): boolean {
  const names = ['player1Name', 'player2Name', 'teams', 'teamName', 'approved', 'createdAt'] as const
  return names.every((name) => here[name] === team[name])
}

async function freshDraws(db: Db, { draws }: PlacedExport) {
  const fresh: PlacedDraw[] = []
  const problems: string[] = []
  for (const placed of draws) {
    const { draw, place, isShown } = placed
    const here = await readDraw(db, draw.id)
    if (here) {
      if (!isDeepStrictEqual(asShown(here), asShown(draw)))
        problems.push(`${place}: is here already, and different`)
      continue
    }
    fresh.push(placed)
    const edition = isShown ? await findEdition(db, draw.edition) : undefined
    if (edition && (await readDrawOfEdition(db, edition.id)))
      problems.push(`${place}: N${draw.edition} has another draw here`)
  }
  return { fresh, problems }
}

/** The visible content of a draw, for comparison: without its edition and team ids. */
function asShown({ createdAt, rounds, teams }: Draw) {
  return {
    createdAt,
    rounds: rounds.map(({ name, matches }) => ({
      name,
      matches: matches.map(({ id, sides, winner }) => ({
        id,
        sides: sides.map((side) => (isTeam(side) ? teams[side] : side)),
        winner,
      })),
    })),
  }
}

/** Adds the winners of past finals to the past champions, unless other winners are recorded. */
function withChampions(
  editions: readonly Edition[],
  draws: readonly PlacedDraw[],
  { editionNumber }: Settings,
): readonly Edition[] {
  const champions = new Map<number, string>()
  for (const { draw, isShown } of draws) {
    const champion = championOf(draw)
    if (isShown && champion && draw.edition !== editionNumber)
      champions.set(draw.edition, sideLabel(draw.teams, champion))
  }
  const missing = [...champions.keys()].filter((number) => editions.every((line) => line.number !== number))
  return [...editions, ...missing.map((number) => ({ number, season: '', theme: '', winners: '' }))].map(
    (line) => ({
      ...line,
      winners: line.winners || (champions.get(line.number) ?? ''),
    }),
  )
}
