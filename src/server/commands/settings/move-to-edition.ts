import type { Change } from '../../../domain/changes.ts'
import type { Draw, Edition, Settings } from '../../../domain/cup.ts'
import { writtenDown } from '../../../domain/editions/past-editions.ts'
import { listEditions, saveEditions } from '../../storage/edition-rows.ts'
import { saveCurrent } from '../../storage/system-rows.ts'
import { countTeams, entryOf, isListed, listTeams, moveTeamsToEdition } from '../../storage/team-rows.ts'
import {
  findDrawOfEdition,
  listPastDraws,
  moveDrawsToEdition,
  readCurrentDraw,
  readDraw,
} from '../../storage/tournament-rows.ts'
import type { Work } from '../change.ts'

/** What changes with the edition, and the sentence that says so. */
type Move = {
  readonly changes: readonly Change[]
  readonly words: string
  /** The edition that was left had neither entries nor a draw: to come back to it is to begin it again. */
  readonly leftEmpty?: true
  /** The past champions before the edition that was left joined them. */
  readonly editions?: readonly Edition[]
}

type Moving = {
  /** The settings of the edition that is left. */
  readonly left: Settings
  readonly to: number
  /** The next edition begins: what this one has stays behind with its old number. */
  readonly begins?: boolean | undefined
}

/**
 * What a new edition number means. It corrects the number: the entries and the draw that stand go with it. Where the
 * next edition begins, it starts without entries and draw. A number that has entries or a draw of its own is gone back to.
 * Either way the draw that is left stays among the past tournaments, and its edition among the past champions.
 */
export async function moveToEdition(work: Work, { left, to, begins = false }: Moving): Promise<Move> {
  const { db, cup, moment } = work
  const from = left.editionNumber
  const current = await readCurrentDraw(db, cup)
  const known = await listTeams(db, to)
  const kept = await findDrawOfEdition(db, to)
  const isNew = !known.some(isListed) && kept === undefined

  const leaving = await listTeams(db, from)
  if (isNew && !begins) {
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
  const isLeftEmpty = !leaving.some(isListed) && !current
  const champions = isLeftEmpty ? undefined : await writeDown(work, left, current)
  await saveCurrent(db, {
    tournamentID: draw?.id ?? null,
    tournamentStatus: draw ? 'active' : null,
    updatedAt: moment.at,
  })
  const changes: Change[] = [
    ...leaving.map(({ id }): Change => ({ kind: 'entry-removed', id })),
    ...known.filter(isListed).map((team): Change => ({ kind: 'entry', entry: entryOf(team) })),
    draw ? { kind: 'draw', status: 'active', draw } : { kind: 'draw', status: 'none' },
    { kind: 'past-draws', pastDraws: await listPastDraws(db, to) },
    ...(champions ? [{ kind: 'editions', editions: champions.after } as const] : []),
  ]
  const past = current ? `; N${from} is a past tournament` : ''
  const words = isNew
    ? `N${to} begins, without entries and draw${past}. `
    : `N${to} is back, with what it had. `
  return {
    changes,
    words,
    ...(champions && { editions: champions.before }),
    ...(isLeftEmpty && !isNew && { leftEmpty: true }),
  }
}

/** The edition that is left joins the past champions, as it is called now and with who has won it. */
async function writeDown({ db }: Work, settings: Settings, draw: Draw | undefined) {
  const before = await listEditions(db)
  const after = writtenDown({ editions: before, settings, draw })
  await saveEditions(db, after)
  return { before, after }
}

/** Whether an edition has entries or a draw of its own. */
export async function isKnownEdition(db: Work['db'], number: number): Promise<boolean> {
  return (await countTeams(db, number)).listed > 0 || (await findDrawOfEdition(db, number)) !== undefined
}
