import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../../domain/cup.ts'
import { earlierEdition, goBackWords, limitWords } from '../../../domain/editions/next-edition.ts'
import { twelveHour } from '../../../domain/night/schedule.ts'
import { done, type Outcome, type Refused, refused } from '../../../domain/outcome.ts'
import { checkSettings, type PostedFields, settingFields } from '../../../domain/settings/check-settings.ts'
import { settingOf } from '../../../domain/settings/settings.ts'
import type { Organiser } from '../../actors.ts'
import { listEditions } from '../../storage/edition-rows.ts'
import type { JournalEntry } from '../../storage/journal-rows.ts'
import { readChosenSettings, readSettings, saveChosenSettings } from '../../storage/system-rows.ts'
import { entryOf, listTeams } from '../../storage/team-rows.ts'
import { findDrawOfEdition, readDraw } from '../../storage/tournament-rows.ts'
import {
  type Before,
  type Changed,
  change,
  type JournalledChange,
  type Parts,
  type Unchanged,
  type Work,
} from '../change.ts'
import type { Tap } from '../form-fields.ts'
import { happenedSince, refuseStale } from '../stale-screen.ts'
import { isKnownEdition, moveToEdition } from './move-to-edition.ts'

/** Changes some settings, given as values or as a form posts them; the rest stay. */
export function changeSettings(
  parts: Parts,
  posted: Partial<Settings> | PostedFields,
  organiser: Organiser,
  tap: Tap = {},
): Promise<Outcome<Changed>> {
  return change(
    parts,
    { action: 'settings', who: organiser.email, requestId: tap.requestId },
    async (work) => {
      const current = await readSettings(work.db)
      const read = checkSettings(settingFields(posted), { current })
      if (!read.ok) return read
      const wanted = await withoutUntouched(work, current, read.value, tap)
      if (!wanted.ok) return wanted
      const unconfirmed = await checkInSight(work, current, wanted.value, tap)
      if (unconfirmed) return unconfirmed
      const moved = await withEarlierEdition(work, current, wanted.value)
      return done(await applySettings(work, withoutPastClosing(current, moved, work.moment.at)))
    },
  )
}

const changing = ['settings', 'close-registration', 'begin-edition', 'take-back'] as const

/**
 * A form carries all its settings, also untouched ones: where others have changed those since, theirs stay. A setting
 * that both have changed is refused.
 */
async function withoutUntouched(
  { db, cup }: Work,
  current: Settings,
  wanted: Partial<Settings>,
  { seen }: Tap,
): Promise<Outcome<Partial<Settings>>> {
  if (seen === undefined || cup.revision <= seen) return done(wanted)
  const since = await happenedSince(db, seen, (entry) => settingsIn(entry) !== undefined, changing)
  const keys = (Object.keys(wanted) as (keyof Settings)[]).filter((key) => {
    const first = since.find((entry) => key in (settingsIn(entry) ?? {}))
    const shown = ((first?.before ?? {}) as Before).settings?.[key]
    return first === undefined || !isDeepStrictEqual(wanted[key], shown)
  })
  const disputed = keys.filter((key) => !isDeepStrictEqual(wanted[key], current[key]))
  const contradicting = since.filter((entry) => disputed.some((key) => key in (settingsIn(entry) ?? {})))
  return contradicting.length > 0 ? refuseStale(contradicting) : done(pick(wanted, keys))
}

function settingsIn({ changes }: JournalEntry): Partial<Settings> | undefined {
  for (const change of changes) if (change.kind === 'settings') return change.settings
  return undefined
}

/** What takes entries or a draw out of sight is first shown, by number. */
async function checkInSight(
  { db, cup }: Work,
  current: Settings,
  wanted: Partial<Settings>,
  { confirm }: Tap,
): Promise<Refused | undefined> {
  const { editionNumber: from, teamLimit } = current
  const { editionNumber: to = from, teamLimit: limit = teamLimit } = wanted
  if (confirm || (to === from && limit === teamLimit)) return undefined
  const listed = async (edition: number) =>
    (await listTeams(db, edition)).filter(({ removedAt }) => removedAt === undefined).map(entryOf)
  const drawn = async (id: string | null | undefined) => (id ? readDraw(db, id) : undefined)
  const entries = await listed(from)
  const words = [...limitWords(entries, { from: teamLimit, to: limit })]
  if (to !== from && (await isKnownEdition(db, to))) {
    const leaving = { number: from, entries: entries.length, draw: await drawn(cup.tournamentID) }
    const draw = await drawn(await findDrawOfEdition(db, to))
    words.unshift(...goBackWords(leaving, { number: to, entries: (await listed(to)).length, draw }))
  }
  return words.length > 0 ? refused('out-of-sight', words) : undefined
}

/**
 * An edition that is gone back to has its own season, theme and title again, unless the same form gives it others. Who
 * registers or checks in now means the one that is left, so both close.
 */
async function withEarlierEdition(
  { db }: Work,
  current: Settings,
  wanted: Partial<Settings>,
): Promise<Partial<Settings>> {
  const { editionNumber: to = current.editionNumber } = wanted
  if (to === current.editionNumber || !(await isKnownEdition(db, to))) return wanted
  const line = (await listEditions(db)).find(({ number }) => number === to)
  const names = line && earlierEdition(current, line)
  const touched = Object.entries(wanted).filter(([key, value]) => value !== current[key as keyof Settings])
  return { ...wanted, ...names, registration: 'closed', checkIn: 'off', ...Object.fromEntries(touched) }
}

/** Opening registration removes a closing hour that has passed. */
function withoutPastClosing(current: Settings, wanted: Partial<Settings>, now: string): Partial<Settings> {
  if (wanted.registration !== 'open' || wanted.registrationClosesAt !== undefined) return wanted
  const closesAt = current.registrationClosesAt
  return closesAt !== '' && Date.parse(closesAt) <= Date.parse(now)
    ? { ...wanted, registrationClosesAt: '' }
    : wanted
}

/** Saves what is different from now, with what an edition's new number brings along. */
export async function applySettings(
  work: Work,
  wanted: Partial<Settings>,
  { begins }: { readonly begins?: boolean | undefined } = {},
): Promise<JournalledChange | Unchanged> {
  const current = await readSettings(work.db)
  const keys = (Object.keys(wanted) as (keyof Settings)[]).filter(
    (key) => key in current && wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], current[key]),
  )
  if (keys.length === 0) return { unchanged: 'The settings already are like that.' }
  const changed = pick(wanted, keys)
  const chosen = { ...(await readChosenSettings(work.db)), ...changed }
  await saveChosenSettings(work.db, chosen, work.moment.revision)
  const moved =
    changed.editionNumber === undefined
      ? undefined
      : await moveToEdition(work, { left: current, to: changed.editionNumber, begins })
  return {
    words: `${moved?.words ?? ''}Settings changed: ${keys.map((key) => `${settingOf(key).label} ${valueText(wanted[key])}`).join(', ')}.`,
    changes: [{ kind: 'settings', settings: changed }, ...(moved?.changes ?? [])],
    before: {
      settings: pick(current, keys),
      ...(moved?.leftEmpty && { leftEmpty: true }),
      ...(moved?.editions && { editions: moved.editions }),
    },
  }
}

function pick(settings: Partial<Settings>, keys: readonly (keyof Settings)[]): Partial<Settings> {
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}

function valueText(value: unknown): string {
  if (value === '') return 'emptied'
  if (typeof value === 'object') return 'changed'
  // In UTC, because readers may be in another time zone than the server.
  const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(String(value))
  return `now ${instant ? `${instant[1]} ${instant[2]} UTC` : twelveHour(String(value))}`
}
