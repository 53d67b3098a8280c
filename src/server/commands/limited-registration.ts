import { createHmac } from 'node:crypto'
import { done, refused } from '../../domain/outcome.ts'
import { isRegistrationOpen } from '../../domain/teams/registration.ts'
import { checkTeamForm, type TeamForm } from '../../domain/teams/team-form.ts'
import { formKey } from '../../domain/teams/team-import.ts'
import { theCup } from '../actors.ts'
import type { Clock } from '../clock.ts'
import { clearAlphabet, hashToken } from '../ids.ts'
import { logProblem } from '../log.ts'
import { createRetries, type Limits } from '../rate-limits.ts'
import { readPushKeys } from '../storage/push-rows.ts'
import { change, type Parts } from './change.ts'
import type { RegisterOptions } from './command.ts'
import { registerTeam } from './registration-commands.ts'

/** Retry-After of a refused registration. */
const retryMs = 20_000

export function createLimitedRegistration(parts: Parts & { readonly limits: Limits }) {
  const { limits } = parts
  const limit = createRegistrationLimit(parts)

  return async function register(
    form: TeamForm,
    { address, code = '', ...options }: RegisterOptions,
  ): ReturnType<typeof registerTeam> {
    const read = checkTeamForm(form)
    const isLimited = address !== undefined && read.ok && (await isOpen(parts))
    if (!isLimited) return registerTeam(parts, read, options)
    const hasCode = code !== '' && (await isRegistrationCode(parts, code))
    const wait = hasCode ? limits.take('registration-with-code', address) : limit.take(address, read.value)
    if (wait > 0) {
      if (limit.isNewFlood()) await tellOrganisers(parts)
      return refused('registration-slow', [String(Math.ceil(wait / 1_000))])
    }
    try {
      return await registerTeam(parts, read, options)
    } catch (error) {
      limits.giveBack(hasCode ? 'registration-with-code' : 'registration', address)
      throw error
    }
  }
}

/** A form that was refused and is sent again after its Retry-After may take the reserved tokens. */
export function createRegistrationLimit({ limits, clock }: { limits: Limits; clock: Clock }) {
  const retries = createRetries(clock, { afterMs: retryMs, forgottenMs: 10 * 60_000 })
  return {
    /** Takes a token and returns 0, or returns the Retry-After in milliseconds. */
    take(address: string, form: TeamForm): number {
      if (limits.take('registration', address) === 0) return 0
      // Hashed, so that no phone number stays in memory.
      const request = hashToken(formKey(form))
      const wait = retries.waitOf(request)
      if (wait > 0) return wait
      if (limits.take('registration', address, 'retry') > 0) return retryMs
      retries.forget(request)
      return 0
    },
    /** Call after each refusal; true once per flood. */
    isNewFlood: () => limits.take('refused-registration', '') > 0 && limits.take('flood-notice', '') === 0,
  }
}

type CodeParts = Pick<Parts, 'storage' | 'clock'>

const dayMs = 24 * 3_600_000

/**
 * The code of the day. Organisers see it during a flood and announce it in the bar; forms with it have their own rate limit.
 * Derived from a secret that all nodes share, so nothing is stored. Six of 31 characters: too many to try in a day.
 */
export async function registrationCode({ storage, clock }: CodeParts, daysAgo = 0): Promise<string> {
  const keys = await storage.read(readPushKeys)
  const day = new Date(clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const bytes = createHmac('sha256', keys?.d ?? '')
    .update(`registration code of ${day}`)
    .digest()
  return Array.from(bytes.subarray(0, 6), (byte) => clearAlphabet[byte % clearAlphabet.length]).join('')
}

/** Also accepts yesterday's code: the night goes past midnight. */
async function isRegistrationCode(parts: CodeParts, typed: string): Promise<boolean> {
  const codes = [await registrationCode(parts), await registrationCode(parts, 1)]
  return codes.includes(typed.toLowerCase())
}

async function isOpen({ view, clock }: Parts): Promise<boolean> {
  return isRegistrationOpen((await view.ready()).settings, clock.now())
}

async function tellOrganisers(parts: Parts): Promise<void> {
  const words = 'Registration was slowed down: many entries came in at once.'
  const line = { action: 'slow-registration', who: theCup } as const
  await change(parts, line, async () => done({ words, changes: [] })).catch((error: unknown) =>
    logProblem('The organisers could not be told that registration is slowed down.', error),
  )
}
