import { backupSaid } from '../../domain/organiser-messages.ts'
import { done, type Outcome, refused } from '../../domain/outcome.ts'
import { addOrganiser, removeOrganiser, setPassword } from '../accounts/organisers.ts'
import type { Organiser } from '../actors.ts'
import { findAnswer } from '../storage/journal-rows.ts'
import { type Changed, change, type Line } from './change.ts'
import { type Command, type CommandParts, type Commands, organiserCommand } from './command.ts'
import { password, type Readers, readFields, text } from './form-fields.ts'

const nothing = { revision: 0, message: '', unchanged: true } as const

export const accountCommands = {
  login: async ({ accounts }, { actor, form, from }) => {
    const read = readFields({ email: text, password }, form)
    if (!read.ok) return read
    if (!read.value.email || !read.value.password) return refused('login-missing')
    const opened = await accounts.signIn(read.value, from ?? { address: '', device: '' })
    if (!opened.ok) return opened
    // The new cookie replaces the old one, whose session could no longer be ended by logging out.
    if (actor.kind === 'organiser') await accounts.signOut(actor).catch(() => {})
    return done({ ...nothing, session: opened.value })
  },
  /** Not refused without a session: it may have ended elsewhere. */
  logout: async ({ accounts }, { actor }) => {
    if (actor.kind === 'organiser') await accounts.signOut(actor)
    return done(nothing)
  },
  'end-session': organiserCommand(
    { sessionId: text },
    ({ accounts }, { sessionId }, { email: who }, { requestId }) =>
      accounts.endSession(sessionId, { who, requestId }),
  ),

  'change-password': async (parts, posted) => {
    const { requestId } = posted.tap
    // A repetition of a post that counted still has the password from before it.
    const earlier = requestId && (await parts.storage.read((db) => findAnswer(db, requestId)))
    return earlier ? done(earlier) : changePassword(parts, posted)
  },
  'add-organiser': confirmed({ email: text, password }, addOrganiser),
  'remove-organiser': confirmed({ email: text }, (parts, { email }, line) =>
    removeOrganiser(parts, email, line),
  ),

  'back-up': organiserCommand({}, async (parts, _nothing, { email: who }, { requestId }) => {
    const made = await parts.backups.backUp()
    if (!made.ok) return made
    return noted(parts, { action: 'back-up', who, requestId }, backupSaid.made)
  }),
  'download-backup': confirmed({}, async (parts, _nothing, line, organiser) => {
    const newest = await parts.backups.newest()
    if (!newest) return refused('no-backup')
    const words = `The backup ${newest.name} was downloaded.`
    const written = await noted(parts, { ...line, action: 'download-backup' }, words)
    parts.backups.allowDownload(organiser)
    return written
  }),
} satisfies Commands

const changePassword = confirmed({ newPassword: password }, (parts, { newPassword }, line, { sessionId }) =>
  setPassword(parts, { email: line.who, password: newPassword }, { ...line, exceptSession: sessionId }),
)

/** A journal line without a change: there is nothing to take back. */
async function noted(parts: CommandParts, line: Line, words: string): Promise<Outcome<Changed>> {
  const written = await change(parts, line, async () => done({ words, changes: [] }))
  return written.ok ? done({ ...written.value, unchanged: true }) : written
}

/** Confirmed by the organiser's own password: a session left open in the bar is not enough. */
function confirmed<Given extends object>(
  readers: Readers<Given>,
  run: (
    parts: CommandParts,
    given: Given,
    line: Omit<Line, 'action'>,
    organiser: Organiser,
  ) => Promise<Outcome<Changed>>,
): Command {
  const fields = { ...readers, currentPassword: password } as Readers<Given & { currentPassword: string }>
  return organiserCommand(fields, async (parts, given, organiser, { requestId }) => {
    const { accounts } = parts
    const known = await accounts.confirmPassword(given.currentPassword, organiser)
    if (!known.ok) return known
    const changed = run(parts, given, { who: organiser.email, requestId }, organiser)
    return changed.finally(accounts.forgetAll)
  })
}
