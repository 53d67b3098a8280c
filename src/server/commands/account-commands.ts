import { done, refused } from '../../domain/outcome.ts'
import { type Commands, organiserCommand } from './command.ts'
import { password, readFields, text } from './form-fields.ts'

const nothing = { revision: 0, message: '', unchanged: true } as const

export const accountCommands = {
  login: async ({ accounts }, { form, from }) => {
    const read = readFields({ email: text, password }, form)
    if (!read.ok) return read
    if (!read.value.email || !read.value.password) return refused('login-missing')
    const opened = await accounts.signIn(read.value, from ?? { address: '', device: '' })
    return opened.ok ? done({ ...nothing, session: opened.value }) : opened
  },
  logout: organiserCommand({}, async ({ accounts }, _nothing, organiser) => {
    await accounts.signOut(organiser)
    return done(nothing)
  }),

  'change-password': organiserCommand(
    { currentPassword: password, newPassword: password },
    ({ accounts }, { currentPassword: current, newPassword: next }, organiser) =>
      accounts.changePassword({ current, next }, organiser),
  ),
  'end-session': organiserCommand({ sessionId: text }, ({ accounts }, { sessionId }, organiser) =>
    accounts.endSession(sessionId, organiser),
  ),
  'add-organiser': organiserCommand(
    { email: text, password, currentPassword: password },
    ({ accounts }, { currentPassword: current, ...account }, organiser) =>
      accounts.addOrganiser({ ...account, current }, organiser),
  ),
  'remove-organiser': organiserCommand(
    { email: text, currentPassword: password },
    ({ accounts }, { email, currentPassword: current }, organiser) =>
      accounts.removeOrganiser({ email, current }, organiser),
  ),

  /** A file next to the database: the journal has no line of it. */
  'back-up': organiserCommand({}, ({ backups }, _nothing, organiser) => backups.backUp(organiser)),
} satisfies Commands
