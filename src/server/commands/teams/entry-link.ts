import type { TeamId } from '../../../domain/cup.ts'
import { outlookOf } from '../../../domain/night/outlook.ts'
import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { entryName } from '../../../domain/teams/names.ts'
import { checkTeamForm, type TeamForm } from '../../../domain/teams/team-form.ts'
import { type Organiser, theTeam } from '../../actors.ts'
import { hashToken, newLinkToken } from '../../ids.ts'
import { journalAction } from '../../journal-actions.ts'
import type { Limits } from '../../rate-limits.ts'
import {
  addLink,
  findByLink,
  isListed,
  type StoredTeam,
  saveLink,
  saveTeam,
  teamOfLink,
} from '../../storage/team-rows.ts'
import { readCurrentDraw } from '../../storage/tournament-rows.ts'
import {
  type Changed,
  change,
  type JournalledChange,
  type Parts,
  type Tap,
  type Unchanged,
  type Work,
} from '../change.ts'
import { refuseGone } from '../stale-screen.ts'
import { currentEditionTeams, entryChange } from './change-teams.ts'
import { saveEdited } from './edit-team.ts'

const correcting = journalAction('teams', 'correct-entry')
const withdrawing = journalAction('teams', 'withdraw')
const showing = journalAction('teams', 'show-link')
const renewing = journalAction('teams', 'renew-link')

type OnLink = { readonly token: string } & Tap

export type LinkParts = Parts & { readonly limits: Limits }

/** A change that a team makes on its own link. */
export async function changeOnLink(
  parts: LinkParts,
  { token, requestId }: OnLink,
  run: (work: Work, team: StoredTeam) => Promise<Outcome<JournalledChange | Unchanged>>,
): Promise<Outcome<Changed>> {
  const { storage, limits } = parts
  // Before the lock is taken: a refused change makes nobody else wait.
  const linked = await teamOfLink(storage, token)
  if (!linked.ok) return linked
  if (limits.take('entry-change', linked.value) > 0) return refused('entry-slow')
  let isChanged = false
  try {
    const outcome = await change(parts, { who: theTeam, requestId }, async (work) => {
      const found = await findByLink(work.db, token)
      return found.ok ? run(work, found.value) : found
    })
    isChanged = outcome.ok && !outcome.value.unchanged
    return outcome
  } finally {
    if (!isChanged) limits.giveBack('entry-change', linked.value)
  }
}

/** The team corrects a typo, and an organiser sees that it did. An empty phone number leaves the one that is known. */
export function correctEntry(
  parts: LinkParts,
  { form, ...tap }: { form: TeamForm } & OnLink,
): Promise<Outcome<Changed>> {
  return changeOnLink(parts, tap, async (work, before) => {
    const teamPhoneNumber = form.teamPhoneNumber.trim() || before.teamPhoneNumber
    const read = checkTeamForm({ ...form, teamPhoneNumber }, { hasNoPhone: before.teamPhoneNumber === '' })
    if (!read.ok) return read
    const correctedFrom = before.correctedFrom ?? entryName(before)
    const after = { ...before, ...read.value, correctedFrom }
    const saved = await saveEdited(work, { action: correcting, before, after, tap })
    // What happened since names organisers by their email address: that is not for the team.
    return saved.ok || saved.reason !== 'changed-meanwhile' ? saved : refused('changed-meanwhile')
  })
}

/** Before it is drawn, the entry goes as if removed. In the draw it is only marked: an organiser confirms the no-show. */
export function withdrawEntry(parts: LinkParts, tap: OnLink): Promise<Outcome<Changed>> {
  return changeOnLink(parts, tap, async (work, team) => {
    const { db, cup, moment } = work
    const name = entryName(team)
    if (team.withdrawnAt) return done({ unchanged: `${name} withdrew.` })
    const draw = await readCurrentDraw(db, cup)
    const outlook = draw ? outlookOf(draw, team.id) : undefined
    const isDrawn = outlook !== undefined && outlook.state !== 'not-in-draw'
    if (isDrawn && !('match' in outlook)) return refused('nothing-to-play')
    const gone = isDrawn ? { withdrawnAt: moment.at, checkedInAt: undefined } : { removedAt: moment.at }
    const after = { ...team, ...gone, revision: moment.revision }
    await saveTeam(db, after)
    return done({
      action: withdrawing,
      words: isDrawn ? `${name} withdrew: a no-show to confirm.` : `${name} withdrew.`,
      changes: [entryChange(after)],
      before: { teams: [team] },
    })
  })
}

/** What the journal says of a link. */
export const linkWords = {
  shown: (name: string) => `The link of ${name} was shown as a code.`,
  renewed: (name: string) => `A new link was made for ${name}.`,
} as const

type Linking = { teamId: TeamId } & Tap

/** A link to show to a team, which is told this once. Only hashes are kept, so it is one more; those of before go on working. */
export function showLink(parts: Parts, linking: Linking, organiser: Organiser) {
  return newLink(parts, linking, { organiser, action: showing, words: linkWords.shown, save: addLink })
}

/** Makes a team a new link, and all it had before stop working: they may have reached the wrong person. */
export function renewLink(parts: Parts, linking: Linking, organiser: Organiser) {
  return newLink(parts, linking, { organiser, action: renewing, words: linkWords.renewed, save: saveLink })
}

type NewLink = {
  readonly organiser: Organiser
  readonly action: typeof showing
  readonly words: (name: string) => string
  readonly save: typeof addLink
}

async function newLink(
  parts: Parts,
  { teamId, ...tap }: Linking,
  { organiser, action, words, save }: NewLink,
): Promise<Outcome<Changed & { readonly token: string }>> {
  const token = newLinkToken()
  // Without its request id: a repeated answer could not tell the token again.
  const outcome = await change(parts, { who: organiser.email }, async ({ db }) => {
    const [team] = await currentEditionTeams(db, [teamId])
    if (!team || !isListed(team)) return refuseGone(db, [teamId], tap)
    await save(db, teamId, hashToken(token))
    return done({ action, words: words(entryName(team)), changes: [], teamId })
  })
  return outcome.ok ? done({ ...outcome.value, token }) : outcome
}
