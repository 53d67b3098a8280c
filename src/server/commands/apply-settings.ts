import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../domain/changes.ts'
import type { Edition, Settings } from '../../domain/cup.ts'
import { championsOfDraw, winnersOfDraw } from '../../domain/editions/past-editions.ts'
import { twelveHour } from '../../domain/night/schedule.ts'
import { type Setting, settingOf } from '../../domain/settings/settings.ts'
import { dateWords, wallTime } from '../../domain/wall-clock.ts'
import {
  findEdition,
  listEditions,
  readEdition,
  renumberEdition,
  type StoredEdition,
  saveEditions,
  updateEdition,
} from '../storage/edition-rows.ts'
import type { Db } from '../storage/storage.ts'
import { readSettings, saveCurrent, saveSettings } from '../storage/system-rows.ts'
import { countTeams, entryOf, isListed, listTeams } from '../storage/team-rows.ts'
import { listPastDraws, readCurrentDraw, readDrawOfEdition } from '../storage/tournament-rows.ts'
import type { JournalledChange, Unchanged, Work } from './change.ts'

type Wanted = {
  readonly settings?: Partial<Settings>
  /** The edition to switch to; `settings` then has its number. */
  readonly editionId?: number | undefined
  /** The past champions, the whole list. */
  readonly editions?: readonly Edition[] | undefined
}

/**
 * Saves settings, past champions and the current edition, as far as they differ. A new number without `editionId` renumbers the
 * current edition, whose entries and draw refer to it by id.
 */
export async function applySettings(
  work: Work,
  { settings = {}, editionId = work.cup.editionId, editions }: Wanted,
): Promise<JournalledChange | Unchanged> {
  const { db, cup, moment } = work
  const before = await readSettings(db)
  const listed = await listEditions(db)
  const wanted: Partial<Settings> = { ...currentLine(editions, { ...before, ...settings }), ...settings }
  const given = (Object.keys(wanted) as (keyof Settings)[]).filter(
    (key) => key in before && wanted[key] !== undefined,
  )
  const keys = given.filter((key) => !isDeepStrictEqual(wanted[key], before[key]))
  if (keys.length === 0 && (!editions || isDeepStrictEqual(editions, listed)))
    return { unchanged: 'The settings are already like that.' }

  const changed = pick(wanted, keys)
  const isMove = editionId !== cup.editionId
  const to = isMove ? undefined : changed.editionNumber
  const renumbered = to === undefined ? undefined : await renumber(work, before.editionNumber, to)
  // Before the switch, so that the edition that is left joins the new list with its current winners.
  if (editions) await saveEditions(db, editions)
  const moved = isMove ? await moveToEdition(work, editionId) : renumbered
  // After a switch, the new edition's row also needs the values that equal the old row's.
  const saved = given.filter((key) => keys.includes(key) || (isMove && settingOf(key).of))
  await saveSettings(db, pick(wanted, saved), { editionId, revision: moment.revision })

  const listedNow = await listEditions(db)
  const isListChanged = !isDeepStrictEqual(listed, listedNow)
  return {
    words: `${moved?.words ?? ''}Settings changed: ${keys.map((key) => `${settingOf(key).label} ${valueText(key, { ...before, ...wanted })}`).join(', ')}.`,
    changes: [
      ...(keys.length > 0 ? [{ kind: 'settings', settings: changed } as const] : []),
      ...(moved?.changes ?? []),
      ...(isListChanged ? [{ kind: 'editions', editions: listedNow } as const] : []),
    ],
    before: { settings: pick(before, keys), ...(isListChanged && { editions: listed }) },
  }
}

/** The current edition's season and theme, if the list of past champions has its line. */
function currentLine(
  editions: readonly Edition[] | undefined,
  { editionNumber }: Settings,
): Partial<Settings> {
  const line = editions?.find(({ number }) => number === editionNumber)
  return line ? { editionSeason: line.season, editionTheme: line.theme } : {}
}

type Move = { readonly changes: readonly Change[]; readonly words: string }

async function renumber({ db, cup }: Work, from: number, to: number): Promise<Move> {
  await renumberEdition(db, cup.editionId, to)
  const draw = await readCurrentDraw(db, cup)
  const { registered } = await countTeams(db, cup.editionId)
  return {
    changes: draw ? [{ kind: 'draw', status: 'active', draw }] : [],
    words: registered > 0 ? `N${from} is now N${to}, with its entries${draw ? ' and its draw' : ''}. ` : '',
  }
}

/** Switches to another edition, with its entries and draw. The winners of this one are stored; those of the other follow its draw again. */
async function moveToEdition({ db, cup, moment }: Work, editionId: number): Promise<Move> {
  const left = await readEdition(db, cup.editionId)
  const { number, winners } = await readEdition(db, editionId)
  const leftDraw = await readCurrentDraw(db, cup)
  const leaving = await listTeams(db, left.id)
  if (leftDraw || leaving.some(isListed))
    await updateEdition(db, left.id, { winners: winnersOfDraw(left.winners ?? '', leftDraw) })
  const coming = (await listTeams(db, editionId)).filter(isListed)
  const draw = await readDrawOfEdition(db, editionId)
  if (winners && winners === championsOfDraw(draw)) await updateEdition(db, editionId, { winners: '' })
  await saveCurrent(db, {
    editionId,
    tournamentID: draw?.id ?? null,
    tournamentStatus: draw ? 'active' : null,
    updatedAt: moment.at,
  })
  const past = leftDraw ? `; N${left.number} is a past tournament` : ''
  return {
    changes: [
      ...leaving.map(({ id }): Change => ({ kind: 'entry-removed', id })),
      ...coming.map((team): Change => ({ kind: 'entry', entry: entryOf(team) })),
      draw ? { kind: 'draw', status: 'active', draw } : { kind: 'draw', status: 'none' },
      { kind: 'past-draws', pastDraws: await listPastDraws(db, editionId) },
    ],
    words:
      coming.length === 0 && !draw
        ? `N${number} begins, without entries and draw${past}. `
        : `N${number} is back, with everything it had. `,
  }
}

/** The edition with this number, if it has entries or a draw. */
export async function findPlayedEdition(db: Db, number: number): Promise<StoredEdition | undefined> {
  const edition = await findEdition(db, number)
  if (!edition) return undefined
  const hasEntries = (await countTeams(db, edition.id)).listed > 0
  return hasEntries || (await readDrawOfEdition(db, edition.id)) ? edition : undefined
}

export function pick(settings: Partial<Settings>, keys: readonly (keyof Settings)[]): Partial<Settings> {
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}

/** A new value in words, for the journal. */
function valueText(key: keyof Settings, settings: Settings): string {
  const [setting, value] = [settingOf(key), settings[key]]
  if (value.toString() === '') return 'emptied'
  if (typeof value === 'object') return 'changed'
  return `now ${wordsOf(setting, String(value), settings)}`
}

function wordsOf(setting: Setting, value: string, { timeZone }: Settings): string {
  switch (setting.kind) {
    case 'switch':
      return setting.choices[value]?.split(':')[0]?.toLowerCase() ?? value
    case 'time':
      return twelveHour(value)
    case 'date':
      return dateWords(value)
    case 'instant': {
      // UTC if no zone is set, because readers may be in another zone than the server.
      const wall = wallTime(value, timeZone || 'UTC').toISOString()
      return `${wall.slice(0, 10)} ${wall.slice(11, 16)}${timeZone ? '' : ' UTC'}`
    }
    default:
      return value
  }
}
