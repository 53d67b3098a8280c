import { done, type Outcome, refused } from '../../../domain/outcome.ts'
import { isRegistrationOpen } from '../../../domain/teams/registration.ts'
import { checkTeamForm, type TeamForm } from '../../../domain/teams/team-form.ts'
import { theCup } from '../../actors.ts'
import { logProblem } from '../../log.ts'
import { change, type Parts } from '../change.ts'
import { registerTeam } from '../registration-commands.ts'
import { createRegistrationBrake } from './registration-brake.ts'

type Registered = Awaited<ReturnType<typeof registerTeam>>

/** Registering as visitors do it: too many at once are asked to come again. Who names no address is an organiser, or the cup itself. */
export function createBrakedRegistration(parts: Parts) {
  const brake = createRegistrationBrake(() => parts.clock.now().getTime())

  return async function register(
    form: TeamForm,
    { address, ...options }: { address?: string | undefined; asksAboutDouble?: boolean } = {},
  ): Promise<Registered> {
    const read = checkTeamForm(form)
    const isCounted = address !== undefined && read.ok && (await isOpen(parts))
    if (!isCounted) return registerTeam(parts, form, options)
    const entered = brake.enter({ address, form: read.value })
    if (entered.isHeld) {
      if (entered.isNews) await tellOrganisers(parts).catch(notTold)
      return refused('registration-slow', [String(entered.waitSeconds)])
    }
    let isEntered = false
    try {
      const outcome = await registerTeam(parts, form, options)
      isEntered = outcome.ok
      return outcome
    } finally {
      if (!isEntered) entered.takeBack()
    }
  }
}

async function isOpen({ view, clock }: Parts): Promise<boolean> {
  return isRegistrationOpen((await view.ready()).settings, clock.now())
}

function tellOrganisers(parts: Parts): Promise<Outcome<unknown>> {
  return change(parts, { action: 'slow-registration', who: theCup }, async () =>
    done({
      words: 'Registration was slowed down: many entries came at once.',
      changes: [],
    }),
  )
}

function notTold(error: unknown): void {
  logProblem('The organisers could not be told that registration is slowed down.', error)
}
