import { done, type Outcome, refused } from '../../domain/outcome.ts'
import type { Organiser } from '../actors.ts'
import type { Changed } from './change.ts'
import type { Command, CommandParts, Commands } from './command.ts'
import { password, type Readers, readFields, text } from './form-fields.ts'

/** What an organiser does to an account, with the current password where that is asked for. */
function accountCommand<Given extends object>(
  readers: Readers<Given>,
  run: (parts: CommandParts, given: Given, organiser: Organiser) => Promise<Outcome<Changed>>,
): Command {
  return async (parts, { form, actor }) => {
    if (actor.kind !== 'organiser') return refused('unknown-action')
    const read = readFields(readers, form)
    return read.ok ? run(parts, read.value, actor) : read
  }
}

const nothing = { revision: 0, message: '', unchanged: true } as const

export const accountCommands = {
  login: async ({ accounts }, { form, from }) => {
    const read = readFields({ email: text, password }, form)
    if (!read.ok) return read
    if (!read.value.email || !read.value.password) return refused('login-missing')
    const opened = await accounts.signIn(read.value, from ?? { address: '', device: '' })
    return opened.ok ? done({ ...nothing, session: opened.value }) : opened
  },
  logout: accountCommand({}, async ({ accounts }, _nothing, organiser) => {
    await accounts.signOut(organiser)
    return done(nothing)
  }),

  'change-password': accountCommand(
    { currentPassword: password, newPassword: password },
    ({ accounts }, { currentPassword: current, newPassword: next }, organiser) =>
      accounts.changePassword({ current, next }, organiser),
  ),
  'end-session': accountCommand({ sessionId: text }, ({ accounts }, { sessionId }, organiser) =>
    accounts.endSession(sessionId, organiser),
  ),
  'add-organiser': accountCommand(
    { email: text, password, currentPassword: password },
    ({ accounts }, { currentPassword: current, ...account }, organiser) =>
      accounts.addOrganiser({ ...account, current }, organiser),
  ),
  'remove-organiser': accountCommand(
    { email: text, currentPassword: password },
    ({ accounts }, { email, currentPassword: current }, organiser) =>
      accounts.removeOrganiser({ email, current }, organiser),
  ),

  /** A file next to the database: the journal has no line of it. */
  'back-up': accountCommand({}, ({ backups }, _nothing, organiser) => backups.backUp(organiser)),
} satisfies Commands
