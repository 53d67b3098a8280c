import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { type OpenCup, openCup } from '../support/cup-app.ts'
import { type ManualClock, manualClock } from '../support/manual-clock.ts'
import { createDatabase } from '../support/postgres.ts'
import { anyStep } from './actions.ts'
import { type Opening, playNight } from './play-night.ts'

/** `npm run model -- STEPS` runs more steps; MODEL_SEED replays a run. */
const steps = Number(process.env.MODEL_STEPS ?? 2_400)
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) }
const timeout = Math.max(300_000, steps * 100)

const stepsOnAverage = 45
const anyNight = fc.record({
  opening: fc.record({
    teams: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 2, max: 9 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 17 }) },
    ),
    late: fc.nat({ max: 2 }),
    settings: fc.record({
      organiserTools: fc.constantFrom('on', 'on', 'on', 'off'),
      byes: fc.constantFrom('confirm', 'at-once'),
      reports: fc.constantFrom('on', 'on', 'off'),
    }),
  }) as fc.Arbitrary<Opening>,
  steps: fc.array(anyStep, { maxLength: stepsOnAverage * 2, size: 'max' }),
})

/** Plays random nights on the real cup; a failing one is shrunk and reported. */
async function playNights(nights: number, openNodes: (clock: ManualClock) => Promise<OpenCup[]>) {
  const answers = { accepted: 0, refused: 0 }
  const tried = new Set<string>()
  const found = await fc.check(
    fc.asyncProperty(anyNight, async (night) => {
      const clock = manualClock()
      const nodes = await openNodes(clock)
      try {
        await playNight({
          ...night,
          nodes,
          clock,
          onAnswer({ kind }, { ok }) {
            tried.add(kind)
            answers[ok ? 'accepted' : 'refused'] += 1
          },
        })
      } finally {
        await Promise.all(nodes.map((node) => node.close()))
      }
    }),
    // Shrinking ends in time for the report.
    { numRuns: nights, interruptAfterTimeLimit: timeout - 20_000, ...seed },
  )
  if (!found.failed) return { ...answers, kinds: tried.size }
  const told = found.errorInstance instanceof Error ? found.errorInstance.message : found.errorInstance
  throw new Error(`${told}\n\nMODEL_SEED=${found.seed} plays it again; shortened ${found.numShrinks} times.`)
}

test('whatever organisers and visitors do, the cup equals its model', { timeout }, async () => {
  const { accepted, refused, kinds } = await playNights(Math.ceil(steps / stepsOnAverage), async (clock) => [
    await openCup({ clock }),
  ])
  // The nights must have been eventful.
  expect(accepted + refused).toBeGreaterThan(steps * 0.85)
  expect(accepted).toBeGreaterThan(steps * 0.4)
  expect(refused).toBeGreaterThan(steps * 0.1)
  expect(kinds).toBe(24)
})

test('the same holds on PostgreSQL, on two nodes in turns', { timeout }, async () => {
  const nights = Math.ceil(steps / 10 / stepsOnAverage)
  const { accepted } = await playNights(nights, async (clock) => {
    const databaseUrl = await createDatabase(inject('postgresUrl'))
    return [await openCup({ clock, databaseUrl }), await openCup({ clock, databaseUrl })]
  })
  expect(accepted).toBeGreaterThan(steps * 0.03)
})
