import { isDeepStrictEqual } from 'node:util'
import type { Edition } from '../../domain/cup.ts'
import { done, type Outcome } from '../../domain/outcome.ts'
import type { Changed, Organiser } from '../app.ts'
import { listEditions, saveEditions } from '../storage/editions.ts'
import { change, type Parts } from './change.ts'

/** Writes the list of past champions anew. */
export function changeEditions(
  parts: Parts,
  editions: readonly Edition[],
  organiser: Organiser,
): Promise<Outcome<Changed>> {
  return change(parts, { who: organiser.email }, async ({ db }) => {
    const before = await listEditions(db)
    const byNumber = new Map(
      editions.map(({ number, season, theme, winners }) => [number, { number, season, theme, winners }]),
    )
    const after = [...byNumber.values()].sort((a, b) => a.number - b.number)
    if (isDeepStrictEqual(before, after))
      return done({ unchanged: 'The past champions already are like that.' })
    await saveEditions(db, after)
    return done({
      action: 'editions',
      words: 'The list of past champions was changed.',
      changes: [{ kind: 'editions', editions: after }],
      before: { editions: before },
    })
  })
}
