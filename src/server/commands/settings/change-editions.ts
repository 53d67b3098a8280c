import { isDeepStrictEqual } from 'node:util'
import type { Edition } from '../../../domain/cup.ts'
import { checkEditions, postedEditions } from '../../../domain/editions/check-editions.ts'
import { done, type Outcome } from '../../../domain/outcome.ts'
import type { PostedFields } from '../../../domain/settings/check-settings.ts'
import type { Organiser } from '../../actors.ts'
import { listEditions, saveEditions } from '../../storage/edition-rows.ts'
import { readSettings } from '../../storage/system-rows.ts'
import { type Before, type Changed, change, type Parts, type Work } from '../change.ts'
import type { Tap } from '../form-fields.ts'
import { happenedSince, refuseStale } from '../stale-screen.ts'

/** Writes the list of past champions anew, given whole or as a form posts some of its lines. */
export function changeEditions(
  parts: Parts,
  posted: readonly Edition[] | PostedFields,
  organiser: Organiser,
  tap: Tap = {},
): Promise<Outcome<Changed>> {
  return change(
    parts,
    { action: 'editions', who: organiser.email, requestId: tap.requestId },
    async (work) => {
      const { db } = work
      const before = await listEditions(db)
      const written = isList(posted)
        ? posted
        : postedEditions(posted, { editions: before, settings: await readSettings(db) })
      const read = checkEditions(written)
      if (!read.ok) return read
      const wanted = await withoutUntouched(work, before, read.value, tap)
      if (!wanted.ok) return wanted
      const after = wanted.value
      if (isDeepStrictEqual(before, after))
        return done({ unchanged: 'The past champions already are like that.' })
      await saveEditions(db, after)
      return done({
        words: 'The list of past champions was changed.',
        changes: [{ kind: 'editions', editions: after }],
        before: { editions: before },
      })
    },
  )
}

function isList(posted: readonly Edition[] | PostedFields): posted is readonly Edition[] {
  return Array.isArray(posted)
}

const changing = ['editions', 'settings', 'begin-edition', 'take-back', 'remove-name'] as const

/**
 * The form carries the whole list: untouched lines stay as others have written them since. A line that both have
 * changed is refused.
 */
async function withoutUntouched(
  { db, cup }: Work,
  current: readonly Edition[],
  wanted: readonly Edition[],
  { seen }: Tap,
): Promise<Outcome<readonly Edition[]>> {
  if (seen === undefined || cup.revision <= seen) return done(wanted)
  const since = await happenedSince(
    db,
    seen,
    ({ changes }) => changes.some(({ kind }) => kind === 'editions'),
    changing,
  )
  if (since.length === 0) return done(wanted)
  const lists = since.map(({ before }) => ((before ?? {}) as Before).editions)
  const [shown] = lists
  // A name that was removed leaves no list of before: what the form shows of it must not come back.
  if (!shown || lists.includes(undefined)) return refuseStale(since)
  let isDisputed = false
  const merged = wanted.map((edition) => {
    const was = lineOf(shown, edition)
    const now = lineOf(current, edition)
    const part = (name: 'season' | 'theme' | 'winners') => {
      if (edition[name] === was[name]) return now[name]
      isDisputed ||= now[name] !== was[name] && now[name] !== edition[name]
      return edition[name]
    }
    return { ...edition, season: part('season'), theme: part('theme'), winners: part('winners') }
  })
  return isDisputed ? refuseStale(since) : done(merged)
}

function lineOf(editions: readonly Edition[], { number, season }: Edition): Edition {
  return editions.find((edition) => edition.number === number) ?? { number, season, theme: '', winners: '' }
}
