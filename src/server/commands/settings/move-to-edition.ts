import type { Change } from '../../../domain/changes.ts'
import { championOf } from '../../../domain/night/progress.ts'
import { saveCurrent } from '../../storage/system.ts'
import { entryOf, listTeams, moveTeamsToEdition } from '../../storage/teams.ts'
import { findDrawOfEdition, listPastDraws, moveDrawsToEdition, readDraw } from '../../storage/tournaments.ts'
import type { Work } from '../change.ts'

/** What changes with the edition, and the sentence that says so. */
type Move = { readonly changes: readonly Change[]; readonly words: string }

/**
 * What a new edition number means. An edition that was played to its champion is history: the next one starts with
 * no entries and no draw, and the old draw stays among the past tournaments. Before that, the number is just
 * corrected: the entries and the draw that stand are this edition's. A number that has entries or a draw of its own
 * is gone back to.
 */
export async function moveToEdition(
  work: Work,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Move> {
  const { db, cup, moment } = work
  const current = cup.tournamentID ? await readDraw(db, cup.tournamentID) : undefined
  const isFinished = current !== undefined && championOf(current) !== undefined
  const known = await listTeams(db, to)
  const kept = await findDrawOfEdition(db, to)
  const isNew = known.length === 0 && kept === undefined

  const leaving = await listTeams(db, from)
  if (isNew && !isFinished) {
    await moveTeamsToEdition(db, from, to)
    await moveDrawsToEdition(db, from, to)
    return {
      changes: current ? [{ kind: 'draw', status: 'active', draw: { ...current, edition: to } }] : [],
      words:
        leaving.length > 0
          ? `N${from} goes on as N${to}, with its entries${current ? ' and its draw' : ''}. `
          : '',
    }
  }

  const draw = kept === undefined ? undefined : await readDraw(db, kept)
  await saveCurrent(db, {
    tournamentID: draw?.id ?? null,
    tournamentStatus: draw ? 'active' : null,
    updatedAt: moment.at,
  })
  const changes: Change[] = [
    ...leaving.map(({ id }): Change => ({ kind: 'entry-removed', id })),
    ...known
      .filter(({ removedAt }) => removedAt === undefined)
      .map((team): Change => ({ kind: 'entry', entry: entryOf(team) })),
    draw ? { kind: 'draw', status: 'active', draw } : { kind: 'draw', status: 'none' },
    { kind: 'past-draws', pastDraws: await listPastDraws(db, to) },
  ]
  const words = isNew
    ? `N${to} begins, without entries and draw; N${from} is a past tournament. `
    : `N${to} is back, with what it had. `
  return { changes, words }
}
