import type { Change } from '../../domain/changes.ts'
import type { CupView, Draw, Edition, Match, Settings, TeamId } from '../../domain/cup.ts'
import type { Moment } from '../../domain/draw/bracket.ts'
import type { JournalAction } from '../../domain/journal.ts'
import { done, type Outcome } from '../../domain/outcome.ts'
import type { Changed } from '../app.ts'
import { type Clock, within } from '../clock.ts'
import { appendEntry, findAnswer } from '../storage/journal.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { type CurrentCup, lockCurrent } from '../storage/system.ts'
import type { StoredTeam } from '../storage/teams.ts'
import type { PublicView, Written } from '../view.ts'

/** What every command needs of the world. */
export type Parts = { readonly storage: Storage; readonly view: PublicView; readonly clock: Clock }

/** What a command works with: the cup as it is under the lock, and the moment its change will have. */
export type Work = {
  readonly db: Db
  readonly cup: CurrentCup
  readonly moment: Moment
  /** The public view, if it shows the cup as it is under the lock: what stands there need not be read again. */
  readonly view: CupView | undefined
}

/** What a command did, for the journal; its public part also reaches every open page. */
export type JournalledChange = {
  readonly action: JournalAction
  /** What happened, as a sentence. Never a phone number: the journal is shown and exported. */
  readonly words: string
  /** The sentence for the status banner; the words will do when there is no better one. */
  readonly message?: string
  readonly changes: readonly Change[]
  readonly before?: Before
}

/** What take-back needs: the things a change touched, as they were. Kept in the journal, never shown. */
export type Before = {
  /** The draw that matches and absent belong to. */
  readonly drawId?: string
  readonly matches?: readonly Match[]
  readonly absent?: readonly TeamId[]
  /** The draw that was current before; null when there was none. */
  readonly previousDrawId?: string | null
  /** The teams of that draw: it comes back only while they are all on the list. */
  readonly drawnTeams?: readonly TeamId[]
  readonly teams?: readonly StoredTeam[]
  readonly settings?: Partial<Settings>
  readonly editions?: readonly Edition[]
}

/** Everything already is as asked: nothing to write, nothing to tell. */
export type Unchanged = { readonly unchanged: string }

/**
 * One change of the cup: load → rule → save → journal in one transaction, then the view. The same request id twice
 * counts once and is answered alike.
 */
export async function change(
  parts: Parts,
  { who, requestId }: { readonly who: string; readonly requestId?: string | undefined },
  run: (work: Work) => Promise<Outcome<JournalledChange | Unchanged>>,
): Promise<Outcome<Changed>> {
  let written: Written | undefined
  const answer = await parts.storage.transaction(async (db): Promise<Outcome<Changed>> => {
    const cup = await lockCurrent(db)
    const earlier = requestId === undefined ? undefined : await findAnswer(db, requestId)
    if (earlier) return done(earlier)

    const moment = { at: parts.clock.now().toISOString(), revision: cup.revision + 1 }
    const outcome = await run({ db, cup, moment, view: parts.view.asOf(cup) })
    if (!outcome.ok) return outcome
    if ('unchanged' in outcome.value) {
      return done({ revision: cup.revision, message: outcome.value.unchanged, unchanged: true })
    }
    const { action, words, message = words, changes, before } = outcome.value
    await appendEntry(db, { ...moment, who, action, words, details: { message }, changes, before, requestId })
    written = { revision: { ...moment, changes }, after: cup }
    return done({ revision: moment.revision, message })
  })
  await showWritten(parts, written)
  return answer
}

const longestShowMs = 2_000

/** The change is made and kept, whatever becomes of the view: it looks again by itself, and nobody waits for it long. */
async function showWritten({ view, clock }: Parts, written: Written | undefined): Promise<void> {
  if (!written) return
  try {
    await within(clock, longestShowMs, view.catchUp(written))
  } catch {}
}

/** Where a match stands, in words. */
export function matchPlace(
  draw: { readonly rounds: readonly { readonly name: string }[] },
  match: Match,
): string {
  const name = draw.rounds[match.round]?.name ?? `Round ${match.round + 1}`
  return match.round === draw.rounds.length - 1 ? name : `${name}, match ${match.index + 1}`
}

/** A few names as a person would say them; many are counted. */
export function listNames(names: readonly string[]): string {
  if (names.length > 6) return `${names.slice(0, 5).join('; ')} and ${names.length - 5} more`
  return names.join('; ')
}

export type DrawNames = Pick<Draw, 'teams'> & { readonly rounds: readonly { readonly name: string }[] }
