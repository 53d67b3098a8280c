import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../domain/cup.ts'
import { earlierEdition, goBackWords, limitWords } from '../../domain/editions/next-edition.ts'
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts'
import { checkSettings, type PostedFields } from '../../domain/settings/check-settings.ts'
import { theCup } from '../actors.ts'
import type { StoredEdition } from '../storage/edition-rows.ts'
import type { JournalEntry } from '../storage/journal-rows.ts'
import { readSettings } from '../storage/system-rows.ts'
import { entryOf, isListed, listTeams } from '../storage/team-rows.ts'
import { readCurrentDraw, readDrawOfEdition } from '../storage/tournament-rows.ts'
import { applySettings, findPlayedEdition, pick } from './apply-settings.ts'
import { type Before, change, type Parts, type Work } from './change.ts'
import { type Commands, command } from './command.ts'
import { allFields, type Tap } from './form-fields.ts'
import { happenedSince, refuseStale } from './stale-screen.ts'

/** Saves the posted settings. The number of another edition that was played switches to that edition. */
async function saveForm(work: Work, posted: PostedFields, tap: Tap) {
  const current = await readSettings(work.db)
  const read = checkSettings(posted, current)
  if (!read.ok) return read
  const wanted = await withoutUntouched(work, current, read.value, tap)
  if (!wanted.ok) return wanted
  const to = wanted.value.editionNumber ?? current.editionNumber
  const other = to === current.editionNumber ? undefined : await findPlayedEdition(work.db, to)
  const unconfirmed = tap.confirm ? undefined : await checkHidden(work, current, wanted.value, other)
  if (unconfirmed) return unconfirmed
  const settings = other ? goingBack(current, wanted.value, other) : wanted.value
  return done(
    await applySettings(work, {
      settings: withoutPastClosing(current, settings, work.moment.at),
      editionId: other?.id,
    }),
  )
}

const settings = command({ fields: allFields }, (work, { fields, ...tap }) => saveForm(work, fields, tap))

export const settingsCommands = {
  settings,
  setting: settings,
  'keep-draw': command({}, (work, tap) => saveForm(work, { drawCreation: 'admin' }, tap)),
} satisfies Commands

const settingActions = ['settings', 'editions', 'close-registration', 'begin-edition', 'take-back'] as const

/**
 * Three-way merge: a form carries all its settings, so drop untouched ones, which others may have changed since. Refuses a
 * setting that both have changed.
 */
async function withoutUntouched(
  { db, cup }: Work,
  current: Settings,
  wanted: Partial<Settings>,
  { seen }: Tap,
): Promise<Outcome<Partial<Settings>>> {
  if (seen === undefined || cup.revision <= seen) return done(wanted)
  const since = await happenedSince(db, seen, (entry) => settingsIn(entry) !== undefined, settingActions)
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

/** Asks before entries or a draw are hidden. */
async function checkHidden(
  { db, cup }: Work,
  { editionNumber, teamLimit }: Settings,
  { teamLimit: limit = teamLimit }: Partial<Settings>,
  other: StoredEdition | undefined,
): Promise<Refused | undefined> {
  if (!other && limit === teamLimit) return undefined
  const entriesOf = async (editionId: number) =>
    (await listTeams(db, editionId)).filter(isListed).map(entryOf)
  const entries = await entriesOf(cup.editionId)
  const words = limitWords(entries, { from: teamLimit, to: limit })
  if (other) {
    const draws = [await readCurrentDraw(db, cup), await readDrawOfEdition(db, other.id)]
    const leaving = { number: editionNumber, entries: entries.length, draw: draws[0] }
    const coming = { number: other.number, entries: (await entriesOf(other.id)).length, draw: draws[1] }
    words.unshift(...goBackWords(leaving, coming))
  }
  return words.length > 0 ? refused(other ? 'out-of-sight' : 'fewer-places', words) : undefined
}

/**
 * The settings after going back to an earlier edition: its season, theme and title, unless the form changed them too.
 * Registration and check-in close, because they were opened for the edition that is left.
 */
function goingBack(current: Settings, wanted: Partial<Settings>, edition: StoredEdition): Partial<Settings> {
  const touched = Object.entries(wanted).filter(([key, value]) => value !== current[key as keyof Settings])
  return {
    ...wanted,
    ...earlierEdition(current, edition),
    registration: 'closed',
    checkIn: 'off',
    ...Object.fromEntries(touched),
  }
}

/** Opening registration clears a closing time that has passed. */
function withoutPastClosing(current: Settings, wanted: Partial<Settings>, now: string): Partial<Settings> {
  if (wanted.registration !== 'open' || wanted.registrationClosesAt !== undefined) return wanted
  const closesAt = current.registrationClosesAt
  return closesAt !== '' && Date.parse(closesAt) <= Date.parse(now)
    ? { ...wanted, registrationClosesAt: '' }
    : wanted
}

/** Closes registration at its closing time. Idempotent: every node tries, and the first one does it. */
export async function closeRegistration(parts: Parts): Promise<void> {
  await change(parts, { action: 'close-registration', who: theCup }, async (work) => {
    if (msUntilClosing(await readSettings(work.db), work.moment.at) !== 0) return done({ unchanged: '' })
    // Clears the closing time too, so that registration can be opened again.
    const closed = { registration: 'closed', registrationClosesAt: '' } as const
    const applied = await applySettings(work, { settings: closed })
    if ('unchanged' in applied) return done(applied)
    const { before: _none, ...rest } = applied
    return done({ ...rest, words: 'Registration closed at the set time.' })
  })
}

/** Milliseconds until the closing time, 0 once it has passed; undefined without one. */
export function msUntilClosing(
  { registration, registrationClosesAt }: Pick<Settings, 'registration' | 'registrationClosesAt'>,
  now: string,
): number | undefined {
  if (registration !== 'open' || registrationClosesAt === '') return undefined
  return Math.max(0, Date.parse(registrationClosesAt) - Date.parse(now))
}
