import { createHash } from 'node:crypto'
import { done, refused } from '../../domain/outcome.ts'
import { isRegistrationOpen } from '../../domain/teams/registration.ts'
import { checkTeamForm, type TeamForm } from '../../domain/teams/team-form.ts'
import { theCup } from '../actors.ts'
import type { Clock } from '../clock.ts'
import { logProblem } from '../log.ts'
import { createRetries, type Limits } from '../rate-limits.ts'
import { change, type Parts } from './change.ts'
import { registerTeam } from './registration-commands.ts'

/** Retry-After of a refused registration. */
const retryMs = 20_000

/** Registration with its rate limit. Without an address there is none: organisers register many teams at the desk. */
export function createLimitedRegistration(parts: Parts & { readonly limits: Limits }) {
  const limit = createRegistrationLimit(parts)

  return async function register(
    form: TeamForm,
    { address, ...options }: { address?: string | undefined; asksAboutDouble?: boolean } = {},
  ): ReturnType<typeof registerTeam> {
    const read = checkTeamForm(form)
    const isLimited = address !== undefined && read.ok && (await isOpen(parts))
    if (!isLimited) return registerTeam(parts, form, options)
    const wait = limit.take(address, read.value)
    if (wait > 0) {
      if (limit.isNewFlood()) await tellOrganisers(parts)
      return refused('registration-slow', [String(Math.ceil(wait / 1_000))])
    }
    try {
      return await registerTeam(parts, form, options)
    } catch (error) {
      parts.limits.giveBack('registration', address)
      throw error
    }
  }
}

/** A form that was refused and is sent again after its Retry-After may take the reserved tokens. */
export function createRegistrationLimit({ limits, clock }: { limits: Limits; clock: Clock }) {
  const retries = createRetries(clock, { afterMs: retryMs, forgottenMs: 10 * 60_000 })
  return {
    /** Takes a token and answers 0, or answers the Retry-After in milliseconds. */
    take(address: string, form: TeamForm): number {
      if (limits.take('registration', address) === 0) return 0
      const request = hashOf(form)
      const wait = retries.waitOf(request)
      if (wait > 0) return wait
      if (limits.take('registration', address, 'retry') > 0) return retryMs
      retries.forget(request)
      return 0
    },
    /** To be asked after each refusal; true once for each flood. */
    isNewFlood: () => limits.take('refused-registration', '') > 0 && limits.take('flood-notice', '') === 0,
  }
}

async function isOpen({ view, clock }: Parts): Promise<boolean> {
  return isRegistrationOpen((await view.ready()).settings, clock.now())
}

async function tellOrganisers(parts: Parts): Promise<void> {
  const words = 'Registration was slowed down: many entries came at once.'
  const line = { action: 'slow-registration', who: theCup } as const
  await change(parts, line, async () => done({ words, changes: [] })).catch((error: unknown) =>
    logProblem('The organisers could not be told that registration is slowed down.', error),
  )
}

/** Identifies a form without keeping its phone number. */
function hashOf({ player1Name, player2Name, teams, teamPhoneNumber }: TeamForm): string {
  const text = [player1Name, player2Name, teams, teamPhoneNumber].join('\n')
  return createHash('sha256').update(text).digest('base64').slice(0, 16)
}
