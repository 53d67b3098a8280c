import { entrySaid } from '../../domain/night/entry-state.ts'
import { outlookOf } from '../../domain/night/outlook.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { entryName } from '../../domain/teams/names.ts'
import { isCheckInOpen } from '../../domain/teams/registration.ts'
import { type Correction, checkTeamForm } from '../../domain/teams/team-form.ts'
import { hashToken, newLinkToken } from '../ids.ts'
import { readSettings } from '../storage/system-rows.ts'
import {
  addLink,
  currentEditionTeams,
  findByLink,
  isListed,
  type StoredTeam,
  saveLink,
  saveTeam,
} from '../storage/team-rows.ts'
import { readCurrentDraw } from '../storage/tournament-rows.ts'
import { change, type JournalledChange, type Unchanged, type Work } from './change.ts'
import { type Command, type Commands, lineOf } from './command.ts'
import { type Readers, readFields, type Tap, teamForm, teamId } from './form-fields.ts'
import { refuseGone } from './stale-screen.ts'
import { drawnOf, entryChange, refuseNamesake, saveEdited, teamsCommand } from './team-commands.ts'

/** A command for a team's own link, rate limited by team. */
export function linkCommand<Given extends object>(
  readers: Readers<Given>,
  run: (work: Work, team: StoredTeam, given: Given & Tap) => Promise<Outcome<JournalledChange | Unchanged>>,
): Command {
  return async (parts, posted) => {
    const { actor, form, from, tap } = posted
    if (actor.kind !== 'team') return refused('no-such-link')
    // Before the lock is taken, so that a rate-limited team does not hold up others.
    const linked = await parts.teamOfLink(actor.token, from?.address ?? '')
    if (!linked.ok) return linked
    const read = readFields(readers, form)
    if (!read.ok) return read
    if (parts.limits.take('entry-change', linked.value.id) > 0) return refused('entry-slow')
    let isChanged = false
    try {
      const outcome = await change(parts, lineOf(posted), async (work) => {
        const found = await findByLink(work.db, actor.token)
        return found.ok ? run(work, found.value, { ...read.value, ...tap }) : found
      })
      isChanged = outcome.ok && !outcome.value.unchanged
      return outcome
    } finally {
      if (!isChanged) parts.limits.giveBack('entry-change', linked.value.id)
    }
  }
}

/** A team checks in on its own link. */
const checkIn = linkCommand({}, async ({ db, moment }, team) => {
  if (team.checkedInAt) return done({ unchanged: entrySaid['check-in'] })
  if (!isCheckInOpen(await readSettings(db), new Date(moment.at))) return refused('check-in-closed')
  // Checking in lifts a withdrawal.
  const after = { ...team, checkedInAt: moment.at, withdrawnAt: undefined, revision: moment.revision }
  await saveTeam(db, after)
  return done({
    words: `Here: ${entryName(team)}.`,
    message: entrySaid['check-in'],
    changes: [entryChange(after)],
    before: { teams: [team] },
  })
})

/** An organiser checks teams in at the door. */
const tickAsHere = teamsCommand({
  isDue: ({ checkedInAt }) => checkedInAt === undefined,
  becomes: ({ moment }) => ({ checkedInAt: moment.at, withdrawnAt: undefined }),
  words: 'Here',
})

/** The journal's words. Also used to find old lines by them (personal-data-commands.ts). */
export const linkWords = {
  shown: (name: string) => `The link of ${name} was shown as a QR code.`,
  renewed: (name: string) => `A new link was made for ${name}.`,
} as const

export const entryCommands = {
  'check-in': (parts, posted) => (posted.actor.kind === 'team' ? checkIn : tickAsHere)(parts, posted),
  'not-here': teamsCommand({
    isDue: ({ checkedInAt }) => checkedInAt !== undefined,
    becomes: () => ({ checkedInAt: undefined }),
    words: 'Not here yet',
  }),

  /**
   * A team corrects its entry, which organisers see. Once it is in the draw, an organiser has to accept new names. An empty phone
   * number keeps the stored one.
   */
  correct: linkCommand({ form: teamForm }, async (work, before, { form, ...tap }) => {
    const typedPhone = form.teamPhoneNumber.trim() || before.teamPhoneNumber
    const hasNoPhone = before.teamPhoneNumber === ''
    const read = checkTeamForm({ ...form, teamPhoneNumber: typedPhone }, { hasNoPhone })
    if (!read.ok) return read
    const { teamPhoneNumber, ...names } = read.value
    const corrected = {
      ...before,
      ...read.value,
      correction: undefined,
      correctedFrom: before.correctedFrom ?? entryName(before),
    }
    const taken = await refuseNamesake(work, before, corrected)
    if (taken) return taken
    const isDrawn = (await drawnOf(work, [before])).size > 0
    const isSame = (Object.keys(names) as (keyof Correction)[]).every((name) => names[name] === before[name])
    const waiting = { ...before, teamPhoneNumber, correction: isSame ? undefined : names }
    const saved = await saveEdited(work, { before, after: isDrawn ? waiting : corrected, tap })
    const message = entrySaid[isDrawn && !isSame ? 'ask-correction' : 'correct']
    if (saved.ok && 'words' in saved.value) return done({ ...saved.value, message })
    // Without the details, which name organisers by email address.
    return saved.ok || saved.reason !== 'changed-meanwhile' ? saved : refused('changed-meanwhile')
  }),

  /** Before the draw, removes the entry. In the draw, only marks it: an organiser confirms the no-show. */
  withdraw: linkCommand({}, async (work, team) => {
    const { db, cup, moment } = work
    const name = entryName(team)
    if (team.withdrawnAt) return done({ unchanged: entrySaid.withdraw })
    const draw = await readCurrentDraw(db, cup)
    const outlook = draw ? outlookOf(draw, team.id) : undefined
    const isDrawn = outlook !== undefined && outlook.state !== 'not-in-draw'
    if (isDrawn && !('match' in outlook)) return refused('nothing-to-play')
    const gone = isDrawn ? { withdrawnAt: moment.at, checkedInAt: undefined } : { removedAt: moment.at }
    const after = { ...team, ...gone, revision: moment.revision }
    await saveTeam(db, after)
    return done({
      words: isDrawn ? `${name} withdrew: a no-show to confirm.` : `${name} withdrew.`,
      message: entrySaid.withdraw,
      changes: [entryChange(after)],
      before: { teams: [team] },
    })
  }),

  /** An additional link, because only hashes of the others are stored; those stay valid. */
  'show-link': newLink({ words: linkWords.shown, save: addLink }),

  /** Replaces all links of a team: they may have reached the wrong person. */
  'renew-link': newLink({ words: linkWords.renewed, save: saveLink }),
} satisfies Commands

type NewLink = { readonly words: (name: string) => string; readonly save: typeof addLink }

function newLink({ words, save }: NewLink): Command {
  return async (parts, posted) => {
    const read = teamId(posted.form, 'teamId')
    if (!read.ok) return read
    const id = read.value
    const token = newLinkToken()
    let name = ''
    // Without a request id: the answer to a duplicate could not contain the token.
    const line = { ...lineOf(posted), requestId: undefined }
    const outcome = await change(parts, line, async ({ db }) => {
      const [team] = await currentEditionTeams(db, [id])
      if (!team || !isListed(team)) return refuseGone(db, [id], posted.tap)
      name = entryName(team)
      await save(db, id, hashToken(token))
      return done({ words: words(name), changes: [], teamIds: [id] })
    })
    return outcome.ok ? done({ ...outcome.value, team: { id, name, token } }) : outcome
  }
}
