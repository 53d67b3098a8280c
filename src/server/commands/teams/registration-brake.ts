import { createHash } from 'node:crypto'
import type { TeamForm } from '../../../domain/teams/team-form.ts'
import { setBounded } from '../../bounded-map.ts'
import { createBuckets } from '../../buckets.ts'
import { steadyTime } from '../../clock.ts'
import { networkOf } from '../../throttle.ts'

export type RegistrationBrake = {
  /** Counts an entry, or says when the same form may come again. */
  enter(entry: { readonly address: string; readonly form: TeamForm }): Entered | Held
}

type Entered = {
  readonly isHeld: false
  /** It was no entry after all. */
  takeBack(): void
}

type Held = {
  readonly isHeld: true
  readonly waitSeconds: number
  /** True once for each flood: the organisers should know. */
  readonly isNews: boolean
}

const rules = {
  // A bar's phones share one address: 40 at once, then one every 15 seconds. The last 10 are for those who were held.
  network: { most: 50, kept: 10, everyMs: 15_000 },
  // From everywhere: 60 in any minute, the last 10 of them for those who were held.
  everybody: { most: 60, kept: 10, withinMs: 60_000 },
} as const
/** Who was held comes again after this long. */
const waitMs = 20_000
const news = { refusals: 20, withinMs: 10 * 60_000 }
const mostHeld = 50_000

/**
 * Slows a flood of registrations down. A form that was held and is sent again after its wait goes before new ones: a person does that, a
 * flood of made-up names does not. Each node counts for itself.
 */
export function createRegistrationBrake(clock: () => number): RegistrationBrake {
  const now = steadyTime(clock)
  const networks = createBuckets(rules.network, now)
  const held = new Map<string, number>()
  let entered: readonly number[] = []
  let refusals = { count: 0, since: Number.NEGATIVE_INFINITY }

  function refuse(key: string): Held {
    const since = held.get(key) ?? now()
    if (!held.has(key)) setBounded(held, key, since, mostHeld)
    const left = since + waitMs - now()
    if (now() - refusals.since >= news.withinMs) refusals = { count: 0, since: now() }
    refusals = { ...refusals, count: refusals.count + 1 }
    return {
      isHeld: true,
      waitSeconds: Math.ceil((left > 0 ? left : waitMs) / 1_000),
      isNews: refusals.count === news.refusals,
    }
  }

  return {
    enter({ address, form }) {
      const at = now()
      const key = keyOf(form)
      const from = networkOf(address)
      const heldSince = held.get(key)
      const comesAgain = heldSince !== undefined && at - heldSince >= waitMs
      entered = entered.filter((time) => at - time < rules.everybody.withinMs)
      const roomHere = networks.left(from) - (comesAgain ? 0 : rules.network.kept)
      const roomForAll = rules.everybody.most - entered.length - (comesAgain ? 0 : rules.everybody.kept)
      if (roomHere <= 0 || roomForAll <= 0) return refuse(key)

      held.delete(key)
      networks.take(from)
      entered = [...entered, at]
      return {
        isHeld: false,
        takeBack() {
          networks.giveBack(from)
          entered = entered.toSpliced(entered.indexOf(at), entered.includes(at) ? 1 : 0)
        },
      }
    },
  }
}

/** Names the same form, and keeps no phone number. */
function keyOf({ player1Name, player2Name, teams, teamPhoneNumber }: TeamForm): string {
  const text = [player1Name, player2Name, teams, teamPhoneNumber].join('\n')
  return createHash('sha256').update(text).digest('base64').slice(0, 16)
}
