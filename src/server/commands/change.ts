import { type ActionName, recordedAs } from '../../domain/actions.ts'
import type { Change } from '../../domain/changes.ts'
import type { CupView, Edition, Match, Settings, TeamId } from '../../domain/cup.ts'
import type { Moment } from '../../domain/draw/draw-reader.ts'
import { done, type Outcome } from '../../domain/outcome.ts'
import { type Clock, withTimeout } from '../clock.ts'
import { appendEntry, findAnswer } from '../storage/journal-rows.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { type CurrentCup, lockCurrent } from '../storage/system-rows.ts'
import type { StoredTeam } from '../storage/team-rows.ts'
import type { PublicView, Written } from '../view.ts'

/** Dependencies of every command. */
export type Parts = {
  readonly storage: Storage
  readonly view: PublicView
  readonly clock: Clock
  /** Called for each revision that this node has committed and applied to its view. */
  readonly onChanged?: (revision: number) => void
}

/** Without a view, for scripts. */
export type ChangeParts = Omit<Parts, 'view'> & { readonly view?: PublicView }

/** Result of a change: its revision in the journal and the sentence for the status banner. */
export type Changed = {
  readonly revision: number
  readonly message: string
  /** It cannot be taken back. */
  readonly isFinal?: boolean
  /** Nothing had to change: the revision is the cup's current one. */
  readonly unchanged?: true
}

/** What a command gets: the transaction, the locked cup, and the moment of its change. */
export type Work = {
  readonly db: Db
  readonly cup: CurrentCup
  readonly moment: Moment
  /** The public view, if it is current: saves reading the rows again. */
  readonly view: CupView | undefined
}

/** What a command did, for the journal; `changes` also go to every open page. */
export type JournalledChange = {
  /** What happened, in a sentence. Never a phone number: the journal is shown and exported. */
  readonly words: string
  /** The sentence for the status banner; by default the words. */
  readonly message?: string
  readonly changes: readonly Change[]
  readonly before?: Before
  /** The teams named in the words, if neither `changes` nor `before` has them. */
  readonly teamIds?: readonly TeamId[]
}

/** A team's withdrawal; without a time, it has not withdrawn. */
export type Withdrawal = { readonly teamId: TeamId; readonly at?: string }

/** Undo data: the previous state of everything a change touched. Stored in the journal, never shown. */
export type Before = {
  /** The draw that matches and absent belong to. */
  readonly drawId?: string
  readonly matches?: readonly Match[]
  readonly absent?: readonly TeamId[]
  /** The withdrawal that the change lifted, or restored. */
  readonly withdrawal?: Withdrawal
  /** The draw that was current before; null when there was none. */
  readonly previousDrawId?: string | null
  /** The teams of that draw: it is restored only while they are all listed. */
  readonly drawnTeams?: readonly TeamId[]
  readonly teams?: readonly StoredTeam[]
  readonly settings?: Partial<Settings>
  readonly editions?: readonly Edition[]
}

/** Nothing had to change: nothing is written or sent. Holds the sentence for the banner. */
export type Unchanged = { readonly unchanged: string }

const viewTimeoutMs = 2_000

/** The fixed part of a journal row. */
export type Line = {
  readonly action: ActionName
  readonly who: string
  readonly requestId?: string | undefined
}

/** One change of the cup: load → rule → save → journal in one transaction, then the view. Idempotent by request id. */
export async function change(
  parts: ChangeParts,
  { action, who, requestId }: Line,
  run: (work: Work) => Promise<Outcome<JournalledChange | Unchanged>>,
): Promise<Outcome<Changed>> {
  let written: Written | undefined
  const answer = await parts.storage.transaction(async (db): Promise<Outcome<Changed>> => {
    const cup = await lockCurrent(db)
    const earlier = requestId === undefined ? undefined : await findAnswer(db, requestId)
    if (earlier) return done(earlier)

    const moment = { at: parts.clock.now().toISOString(), revision: cup.revision + 1 }
    const outcome = await run({ db, cup, moment, view: parts.view?.asOf(cup) })
    if (!outcome.ok) return outcome
    if ('unchanged' in outcome.value) {
      return done({ revision: cup.revision, message: outcome.value.unchanged, unchanged: true })
    }
    const { words, message = words, changes, before, teamIds } = outcome.value
    const details = { message, ...(teamIds && { teamIds }) }
    const line = { ...moment, who, action: recordedAs(action), words, requestId }
    await appendEntry(db, { ...line, details, changes, before })
    written = { revision: { ...moment, changes }, after: cup }
    return done({ revision: moment.revision, message, isFinal: before === undefined })
  })
  // The change is committed even if the view fails to catch up: it polls.
  if (written && parts.view) {
    await withTimeout(parts.clock, viewTimeoutMs, parts.view.catchUp(written)).catch(() => {})
    parts.onChanged?.(written.revision.revision)
  }
  return answer
}
