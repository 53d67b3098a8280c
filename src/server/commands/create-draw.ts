import { isMadeByOpening } from '../../domain/draw/draw-plan.ts'
import { messages } from '../../domain/messages.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { creatingWaitMs, loadTimeoutMs } from '../../domain/settings/limits.ts'
import { counted, textOf } from '../../domain/text.ts'
import { type Actor, nameOf } from '../actors.ts'
import { type Clock, LoadTimeout, withTimeout } from '../clock.ts'
import { randomText } from '../ids.ts'
import { type CurrentCup, readSettings, saveCurrent } from '../storage/system-rows.ts'
import { hasBrackets } from '../storage/tournament-rows.ts'
import { type Changed, change, type Parts } from './change.ts'
import { type Command, Failed } from './command.ts'
import { beginDraw, type DrawnTeams, drawLots, teamsToDraw } from './draw-commands.ts'

type Creation = {
  readonly actor: Actor
  readonly which: DrawnTeams
  /** Posted by opening the draw page, not by a button. */
  readonly isAutomatic: boolean
  /** Random id that marks the 'creating' marker as this request's. */
  readonly creator: string
}

/** Gets or makes the draw: none → creating → active. Concurrent requests make one draw. */
export const createDraw: Command = async (parts, { form, actor }) => {
  const which = actor.kind === 'organiser' && textOf(form, 'teams') === 'here' ? 'here' : 'approved'
  const isAutomatic = textOf(form, 'auto') === '1'
  const creation = { actor, which, isAutomatic, creator: randomText(16) } as const
  for (let waitedMs = 0; ; waitedMs += creatingWaitMs) {
    const claimed = await inTime(parts, claim(parts, creation))
    if (!claimed.ok) return claimed
    const { state, revision } = claimed.value
    // That draw may have other teams than those who are here.
    if (state === 'there' && which === 'here') return refused('changed-meanwhile')
    if (state === 'there') return done({ revision, message: messages.created, unchanged: true })
    if (state === 'not-due') return done({ revision, message: '', unchanged: true })
    const made = state === 'mine' ? await inTime(parts, make(parts, creation)) : undefined
    if (made && !(made.ok && made.value.unchanged)) return made
    if (waitedMs >= loadTimeoutMs) throw new Failed(messages.loadTimeout)
    // Another client is making it: check again in 2 s.
    await new Promise<void>((resolve) => parts.clock.after(creatingWaitMs, resolve))
  }
}

async function inTime<Value>({ clock }: Parts, work: Promise<Value>): Promise<Value> {
  return withTimeout(clock, loadTimeoutMs, work).catch((error: unknown) => {
    throw error instanceof LoadTimeout ? new Failed(messages.loadTimeout, { cause: error }) : error
  })
}

type Claim = { readonly state: 'there' | 'not-due' | 'mine' | 'taken'; readonly revision: number }

/** Finds the draw, or sets the 'creating' marker, or finds another client's. */
async function claim(
  parts: Parts,
  { actor, which, isAutomatic, creator }: Creation,
): Promise<Outcome<Claim>> {
  let state: Claim['state'] = 'mine'
  const line = { action: 'begin-draw', who: nameOf(actor) } as const
  const outcome = await change(parts, line, async ({ db, cup, moment }) => {
    // A pointer to a tournament that is missing or has no brackets counts as none, and is cleared by the marker.
    if (cup.tournamentID && (await hasBrackets(db, cup.tournamentID))) state = 'there'
    else if (isBeingCreated(cup, parts.clock)) state = 'taken'
    if (state !== 'mine') return done({ unchanged: '' })
    const settings = await readSettings(db)
    if (settings.drawCreation === 'admin' && actor.kind !== 'organiser') return refused('draw-creation-admin')
    // A cached copy of the page may post although registration has been opened since.
    if (isAutomatic && cup.tournamentStatus !== 'creating' && !isMadeByOpening(settings)) {
      state = 'not-due'
      return done({ unchanged: '' })
    }
    const teams = await teamsToDraw(db, cup.editionId, which)
    if (teams.length === 0) return refused(nobodyToDraw[which])
    await saveCurrent(db, { tournamentID: null, tournamentStatus: 'creating', updatedAt: moment.at, creator })
    return done({ words: 'The draw is being made.', changes: [{ kind: 'draw', status: 'creating' }] })
  }).catch((error: unknown) => {
    throw new Failed(messages.accessFailed, { cause: error })
  })
  return outcome.ok ? done({ state, revision: outcome.value.revision }) : outcome
}

/**
 * Lease: a marker expires after the load timeout, because its creator may have died. So does one from the future, set by a
 * node whose clock is ahead, or before the clock was set back.
 */
function isBeingCreated(cup: CurrentCup, clock: Clock): boolean {
  if (cup.tournamentStatus !== 'creating') return false
  return Math.abs(clock.now().getTime() - Date.parse(cup.updatedAt)) < loadTimeoutMs
}

/** Draws lots and saves the draw; unchanged if another client has taken over. */
async function make(parts: Parts, creation: Creation): Promise<Outcome<Changed>> {
  const { actor, which, creator } = creation
  const line = { action: 'generate', who: nameOf(actor) } as const
  try {
    const made = await change(parts, line, async ({ db, cup, moment }) => {
      if (cup.tournamentStatus !== 'creating' || cup.creator !== creator) return done({ unchanged: '' })
      const draw = await drawLots({ db, cup, moment }, which)
      if (!draw) return refused(nobodyToDraw[which])
      await beginDraw(db, draw, moment)
      return done({
        words: `The draw was made with ${drawnWords[which](Object.keys(draw.teams).length)}.`,
        message: messages.created,
        changes: [{ kind: 'draw', status: 'active', draw }],
        before: { previousDrawId: null },
      })
    })
    if (!made.ok) await giveUp(parts, creation)
    return made
  } catch (error) {
    await giveUp(parts, creation).catch(() => {})
    throw error
  }
}

const nobodyToDraw = { approved: 'no-approved-teams', here: 'nobody-here' } as const
const drawnWords = {
  approved: (teams: number) => counted(teams, 'team'),
  here: (teams: number) => `the ${counted(teams, 'team that was', 'teams that were')} here`,
}

/** Removes the marker, so that the next client need not wait until it expires. */
async function giveUp(parts: Parts, { actor, creator }: Creation): Promise<void> {
  const line = { action: 'give-up-draw', who: nameOf(actor) } as const
  await change(parts, line, async ({ db, cup, moment }) => {
    if (cup.tournamentStatus !== 'creating' || cup.creator !== creator) return done({ unchanged: '' })
    await saveCurrent(db, { tournamentID: null, tournamentStatus: null, updatedAt: moment.at })
    return done({ words: 'The draw could not be made.', changes: [{ kind: 'draw', status: 'none' }] })
  })
}
