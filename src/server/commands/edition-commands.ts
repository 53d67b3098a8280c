import type { Edition, Settings } from '../../domain/cup.ts'
import { editionField, editionFields, readEditions } from '../../domain/editions/editions-form.ts'
import { beginWords, nextEdition, nextEditionFields } from '../../domain/editions/next-edition.ts'
import { withCurrentEdition, withoutEditions } from '../../domain/editions/past-editions.ts'
import { championOf } from '../../domain/night/progress.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { checkSettings, type PostedFields } from '../../domain/settings/check-settings.ts'
import { tidyText } from '../../domain/tidy-text.ts'
import { ensureEdition, listEditions } from '../storage/edition-rows.ts'
import type { JournalEntry } from '../storage/journal-rows.ts'
import { readSettings } from '../storage/system-rows.ts'
import { isListed, listTeams } from '../storage/team-rows.ts'
import { listPastDraws, readCurrentDraw } from '../storage/tournament-rows.ts'
import { applySettings, findPlayedEdition, pick } from './apply-settings.ts'
import type { Before, Work } from './change.ts'
import { type Commands, command } from './command.ts'
import { allFields, type Tap } from './form-fields.ts'
import { happenedSince, refuseSince, refuseStale } from './stale-screen.ts'

/** Fields of the form that begins an edition; missing ones are proposed, or stay. */
const beginFields = [...nextEditionFields, 'registration'] as const

export const editionCommands = {
  /**
   * Begins the next edition: stores this one's champions, keeps its draw, and starts without entries and draw. Without a
   * champion it asks first.
   */
  'begin-edition': command({ fields: allFields }, async (work, { fields, ...tap }) => {
    const { db, cup } = work
    // If two organisers begin the next edition at once, the second must not begin the one after.
    const outdated = await refuseSince(db, tap, isSwitch, switchingActions)
    if (outdated) return outdated
    const settings = await readSettings(db)
    const read = checkSettings(Object.fromEntries(beginFields.map((name) => [name, fields[name]])))
    if (!read.ok) return read
    const next = {
      ...nextEdition(settings),
      editionTheme: settings.editionTheme,
      eventDate: '',
      registration: 'closed' as const,
      ...read.value,
      // These belong to the night that is over.
      silentTables: '',
      checkIn: 'off' as const,
      checkInFrom: '',
      registrationClosesAt: '',
      gettingReady: 'shown' as const,
    }
    const to = next.editionNumber
    if (to === settings.editionNumber || (await findPlayedEdition(db, to))) return refused('edition-exists')

    const draw = await readCurrentDraw(db, cup)
    const entries = (await listTeams(db, cup.editionId)).filter(isListed)
    const isWon = draw !== undefined && championOf(draw) !== undefined
    if (!isWon && !tap.confirm) return refused('out-of-sight', beginWords({ settings, entries, draw }))

    const applied = await applySettings(work, { settings: next, editionId: await ensureEdition(db, to) })
    if ('unchanged' in applied) return done(applied)
    // A take-back restores this edition as it was, whatever was set for the new one meanwhile.
    const left = pick(settings, [...new Set([...beginFields, ...(Object.keys(next) as (keyof Settings)[])])])
    return done({
      ...applied,
      message: `N${to} has begun, without entries and draw.`,
      before: { ...applied.before, settings: left },
    })
  }),

  /** Saves the past champions. */
  editions: command({ fields: allFields }, async (work, { fields, ...tap }) => {
    const cup = { editions: await listEditions(work.db), settings: await readSettings(work.db) }
    const touched = await withoutUntouched(work, cup, fields, tap)
    if (!touched.ok) return touched
    const read = readEditions(touched.value, cup)
    if (!read.ok) return read
    // An emptied theme of an edition that is not on the list yet is only a setting.
    const theme = touched.value[editionField(cup.settings.editionNumber, 'theme')]
    const settings = theme === undefined ? {} : { editionTheme: tidyText(theme) }
    const applied = await applySettings(work, { editions: read.value, settings })
    if ('unchanged' in applied) return done({ unchanged: 'The past champions are already like that.' })
    return done({ ...applied, words: 'The list of past champions was changed.' })
  }),

  /** Deletes editions from the past champions: one, or all that a new club has not played. */
  'delete-editions': command({ edition: editionNumbers }, async (work, { edition, ...tap }) => {
    const { db, cup } = work
    const outdated = await refuseSince(db, tap, isOfEditions, editionActions)
    if (outdated) return outdated
    const left = withoutEditions(edition, {
      editions: await listEditions(db),
      settings: await readSettings(db),
      pastDraws: await listPastDraws(db, cup.editionId),
      draw: await readCurrentDraw(db, cup),
    })
    if (!left.ok) return left
    const applied = await applySettings(work, { editions: left.value })
    if ('unchanged' in applied) return done({ unchanged: 'They are already deleted.' })
    const names = edition.map((number) => `N${number}`).join(', ')
    return done({ ...applied, words: `Deleted from the past champions: ${names}.` })
  }),
} satisfies Commands

/** Every field `edition` of the form. */
function editionNumbers(form: FormData): Outcome<readonly number[]> {
  return done(form.getAll('edition').map(Number))
}

const isOfEditions = ({ changes }: JournalEntry) => changes.some(({ kind }) => kind === 'editions')

const isSwitch = ({ changes }: JournalEntry) =>
  changes.some((change) => change.kind === 'settings' && 'editionNumber' in change.settings)

const switchingActions = ['settings', 'begin-edition', 'take-back'] as const

const editionActions = [
  'editions',
  'delete-editions',
  'settings',
  'begin-edition',
  'take-back',
  'remove-name',
] as const

type Listed = { readonly editions: readonly Edition[]; readonly settings: Settings }

/**
 * Three-way merge: the form carries the whole list, so drop untouched fields, which others may have changed since. Refuses a
 * field that both have changed.
 */
async function withoutUntouched(
  { db, cup }: Work,
  current: Listed,
  posted: PostedFields,
  { seen }: Tap,
): Promise<Outcome<PostedFields>> {
  if (seen === undefined || cup.revision <= seen) return done(posted)
  const since = await happenedSince(
    db,
    seen,
    ({ changes }) => changes.some(({ kind }) => kind === 'editions' || kind === 'settings'),
    editionActions,
  )
  const befores = since.map(({ before }) => (before ?? {}) as Before)
  const rewritten = since.filter(isOfEditions)
  const [first, ...later] = rewritten.map(({ before }) => (before as Before | undefined)?.editions)
  // Removing a name stores no earlier list: the form, which still shows the name, must not bring it back.
  if (rewritten.length > 0 && [first, ...later].includes(undefined)) return refuseStale(rewritten)
  const shown = editionsForm({
    editions: first ?? current.editions,
    settings: Object.assign({ ...current.settings }, ...befores.map(({ settings }) => settings).reverse()),
  })
  const now = editionsForm(current)
  const touched = Object.entries(posted).filter(([name, text = '']) => tidyText(text) !== shown[name])
  const isDisputed = touched.some(
    ([name, text = '']) => now[name] !== shown[name] && now[name] !== tidyText(text),
  )
  return isDisputed ? refuseStale(since) : done(Object.fromEntries(touched))
}

function editionsForm(cup: Listed): PostedFields {
  return editionFields(withCurrentEdition(cup))
}
