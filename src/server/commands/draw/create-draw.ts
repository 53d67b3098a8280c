import { messages } from '../../../domain/messages.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { creatingWaitMs, loadTimeoutMs } from '../../../domain/settings/limits.ts'
import { counted } from '../../../domain/text.ts'
import { type Actor, visitor } from '../../actors.ts'
import { type Clock, LoadTimeout, withTimeout } from '../../clock.ts'
import { randomText } from '../../ids.ts'
import { journalAction } from '../../journal-actions.ts'
import { type CurrentCup, readSettings, saveCurrent } from '../../storage/system-rows.ts'
import { hasDraw } from '../../storage/tournament-rows.ts'
import { change, type Parts } from '../change.ts'
import { beginDraw, type DrawnTeams, drawLots, teamsToDraw } from './draw-lots.ts'

const beginning = journalAction('draws', 'begin-draw')
const creating = journalAction('draws', 'create-draw')
const givingUp = journalAction('draws', 'give-up-draw')

/** The pointer to the current tournament could not be read or written. */
class AccessFailed extends Error {
  override name = 'AccessFailed'
}

/** The tournament could not be made after the marker was set. */
class CreateFailed extends Error {
  override name = 'CreateFailed'
}

/** The revision under which it was made, unless it was there already. */
type CreatedDraw = { drawId: string; created: boolean; revision?: number | undefined }

/** Gets or makes the draw: none → creating → active. However many ask at once, one draw is made. */
export async function createDraw(
  parts: Parts,
  actor: Actor,
  which: DrawnTeams = 'approved',
): Promise<Outcome<CreatedDraw>> {
  const who = actor.kind === 'organiser' ? actor.email : visitor
  const creation = { who, actor, which, creator: randomText(16) }
  for (let waitedMs = 0; ; waitedMs += creatingWaitMs) {
    const claimed = await withTimeout(parts.clock, loadTimeoutMs, claim(parts, creation))
    if (!claimed.ok) return claimed
    const { state, drawId } = claimed.value
    if (drawId !== undefined) return done({ drawId, created: false })
    if (state === 'mine') {
      const made = await withTimeout(parts.clock, loadTimeoutMs, make(parts, creation))
      if (!made.ok) return made
      const { drawId: newId, revision } = made.value
      if (newId !== undefined) return done({ drawId: newId, created: true, revision })
    }
    if (waitedMs >= loadTimeoutMs)
      throw new LoadTimeout(`Another was making the draw for ${waitedMs / 1000} s`)
    // Somebody else is making it: look again in a moment.
    await new Promise<void>((resolve) => parts.clock.after(creatingWaitMs, resolve))
  }
}

type Creation = {
  readonly who: string
  readonly actor: Actor
  readonly which: DrawnTeams
  readonly creator: string
}
type Claim = { readonly state: 'there' | 'mine' | 'taken'; readonly drawId?: string }

/** Finds the draw, or sets the marker 'creating', or learns that another has set it. */
async function claim(parts: Parts, { who, actor, which, creator }: Creation): Promise<Outcome<Claim>> {
  let found: Claim = { state: 'mine' }
  const outcome = await change(parts, { who }, async ({ db, cup, moment }) => {
    // A pointer to a tournament that is missing counts as none, and is cleared by the marker.
    if (cup.tournamentID && (await hasDraw(db, cup.tournamentID))) {
      found = { state: 'there', drawId: cup.tournamentID }
      return done({ unchanged: '' })
    }
    if (isBeingCreated(cup, parts.clock)) {
      found = { state: 'taken' }
      return done({ unchanged: '' })
    }
    const settings = await readSettings(db)
    if (settings.drawCreation === 'admin' && actor.kind !== 'organiser') return refused('draw-creation-admin')
    const teams = await teamsToDraw(db, cup.editionId, which)
    if (teams.length === 0) return refused(nobodyToDraw[which])
    await saveCurrent(db, { tournamentID: null, tournamentStatus: 'creating', updatedAt: moment.at, creator })
    return done({
      action: beginning,
      words: 'The draw is being made.',
      changes: [{ kind: 'draw', status: 'creating' }],
    })
  }).catch((error: unknown) => {
    throw new AccessFailed('The current tournament could not be accessed', { cause: error })
  })
  return outcome.ok ? done(found) : outcome
}

/**
 * A marker whose creator died counts only as long as a page waits to load. One from the future was set by a node
 * whose clock is ahead, or before the clock was set back: it expires alike.
 */
function isBeingCreated(cup: CurrentCup, clock: Clock): boolean {
  if (cup.tournamentStatus !== 'creating') return false
  return Math.abs(clock.now().getTime() - Date.parse(cup.updatedAt)) < loadTimeoutMs
}

/** Draws lots and saves the draw; answers without a drawId when another has taken over. */
async function make(
  parts: Parts,
  { who, which, creator }: Creation,
): Promise<Outcome<{ drawId?: string; revision?: number }>> {
  let drawId: string | undefined
  let hasTeams = true
  const outcome = await change(parts, { who }, async ({ db, cup, moment }) => {
    if (cup.tournamentStatus !== 'creating' || cup.creator !== creator) return done({ unchanged: '' })
    const draw = await drawLots({ db, cup }, moment, which)
    if (!draw) {
      hasTeams = false
      await saveCurrent(db, { tournamentID: null, tournamentStatus: null, updatedAt: moment.at })
      return done(notMade)
    }
    await beginDraw(db, draw, moment)
    drawId = draw.id
    return done({
      action: creating,
      words: `The draw was made with ${drawnWords[which](Object.keys(draw.teams).length)}.`,
      message: messages.created,
      changes: [{ kind: 'draw', status: 'active', draw }],
      before: { previousDrawId: null },
    })
  }).catch(async (error: unknown) => {
    await giveUp(parts, { who, creator }).catch(() => {})
    throw new CreateFailed('The tournament could not be made', { cause: error })
  })
  if (!outcome.ok) return outcome
  if (!hasTeams) return refused(nobodyToDraw[which])
  return done(drawId === undefined ? {} : { drawId, revision: outcome.value.revision })
}

const nobodyToDraw = { approved: 'no-approved-teams', here: 'nobody-here' } as const
const drawnWords = {
  approved: (teams: number) => counted(teams, 'team'),
  here: (teams: number) => `the ${counted(teams, 'team that was', 'teams that were')} here`,
}

const notMade = {
  action: givingUp,
  words: 'The draw could not be made.',
  changes: [{ kind: 'draw', status: 'none' }],
} as const

/** Takes the marker away, so that the next one need not wait for it to expire. */
async function giveUp(parts: Parts, { who, creator }: Pick<Creation, 'who' | 'creator'>): Promise<void> {
  await change(parts, { who }, async ({ db, cup, moment }) => {
    if (cup.tournamentStatus !== 'creating' || cup.creator !== creator) return done({ unchanged: '' })
    await saveCurrent(db, { tournamentID: null, tournamentStatus: null, updatedAt: moment.at })
    return done(notMade)
  })
}
