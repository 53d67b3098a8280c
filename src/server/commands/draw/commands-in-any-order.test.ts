import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anna,
  aVisitor,
  ben,
  freshView,
  mustDo,
  type OpenCup,
  openCup,
  teamForm,
} from '../../../../tests/support/cup-app.ts'
import { findFaults } from '../../../domain/draw/find-faults.ts'
import type { Outcome } from '../../../domain/outcome.ts'
import type { Changed } from '../../app.ts'

/** One tap of an organiser; the numbers choose among whatever is there at that moment. */
type Step = {
  readonly kind: (typeof kinds)[number]
  readonly a: number
  readonly b: number
  readonly isBen: boolean
}

// Winners make up most of a night, so they make up most of these.
const kinds = [
  'win',
  'win',
  'win',
  'change-winner',
  'undo',
  'exchange',
  'absent',
  'present',
  'place',
  'call',
  'uncall',
  'advance-byes',
  'take-back',
  'take-back',
  'edit',
  'unapprove',
  'remove',
  'put-back',
  'reset',
] as const

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  isBen: fc.boolean(),
})

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(1, items.length)]

async function take(cup: OpenCup, { kind, a, b, isBen }: Step): Promise<Outcome<Changed> | undefined> {
  const { app } = cup
  const organiser = isBen ? ben : anna
  const { draw, entries } = await app.publicView()
  if (!draw) throw new Error('The draw is gone')
  const matches = draw.rounds.flatMap((round) => round.matches)
  const playable = matches.filter(({ winner, sides }) => !winner && sides.every((side) => side in draw.teams))
  const side = b % 2 === 0 ? 1 : 2
  const match = pick(matches, a)
  const team = pick(entries, a)
  if (!match || !team) return undefined
  const confirm = b % 3 !== 0
  const late = entries.filter(({ id }) => !(id in draw.teams))
  switch (kind) {
    case 'win':
      return app.setWinner({ matchId: (pick(playable, a) ?? match).id, side, confirm }, organiser)
    case 'change-winner':
      return app.setWinner({ matchId: match.id, side, confirm }, organiser)
    case 'undo':
      return app.undoWinner({ matchId: match.id, confirm }, organiser)
    case 'exchange': {
      const to = pick(draw.rounds[match.round]?.matches ?? [], b)
      const target = {
        from: { matchId: match.id, side },
        to: { matchId: to?.id ?? '', side: a % 2 ? 1 : 2 },
      } as const
      return app.exchangeSides({ ...target, confirm }, organiser)
    }
    case 'absent':
      return app.setAbsent({ teamId: team.id, absent: true }, organiser)
    case 'present':
      return app.setAbsent({ teamId: pick(draw.absent, a) ?? team.id, absent: false }, organiser)
    case 'place':
      return app.placeTeam({ matchId: match.id, side, teamId: (pick(late, b) ?? team).id }, organiser)
    case 'call':
      return app.callMatch(a % 2 ? {} : { matchId: match.id }, organiser)
    case 'uncall':
      return app.uncallMatch({ matchId: (matches.find(({ table }) => table) ?? match).id }, organiser)
    case 'advance-byes':
      return app.advanceByes({}, organiser)
    case 'take-back':
      return takeBack(cup, a)
    case 'edit':
      return app.editTeam({ teamId: team.id, form: teamForm(`Player ${b}`) }, organiser)
    case 'unapprove':
      return app.setApproval({ teamIds: [team.id], approved: b % 2 === 0 }, organiser)
    case 'remove':
      return app.removeTeams({ teamIds: [team.id] }, organiser)
    case 'put-back': {
      const removed = (await app.teamsForOrganiser(anna)).filter((one) => one.removed)
      return removed[0] && app.putBackTeams({ teamIds: [removed[0].id] }, organiser)
    }
    case 'reset':
      return a % 4 === 0 ? app.resetDraw({ confirm: true }, organiser) : undefined
  }
}

/** The journal offers to take a line back exactly when that works. */
async function takeBack({ app }: OpenCup, at: number): Promise<Outcome<Changed> | undefined> {
  const line = pick(await app.journal(anna, { limit: 8 }), at)
  if (!line) return undefined
  const outcome = await app.takeBack({ revision: line.revision }, anna)
  expect({ line, isTakenBack: outcome.ok }).toEqual({ line, isTakenBack: line.canTakeBack })
  return outcome
}

test('whatever organisers do in a night, the draw is sound and every page shows what is kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 9 }),
      fc.array(step, { minLength: 20, maxLength: 60 }),
      async (teams, steps) => {
        const cup = await openCup()
        try {
          mustDo(await cup.app.changeSettings({ organiserTools: 'on', scheduleGroupSize: 2 }, anna))
          await cup.enter(...Array.from({ length: teams }, (_, index) => `Player ${index}`))
          mustDo(await cup.app.createDraw(aVisitor))
          await cup.enter('Late one', 'Late two')
          for (const one of steps) {
            const { revision } = await cup.app.publicView()
            const outcome = await take(cup, one)
            const now = await cup.app.publicView()
            if (outcome && !outcome.ok) expect(now.revision).toBe(revision)
            if (now.revision !== revision) expect(findFaults(await cup.draw())).toEqual([])
          }
          expect(await freshView(cup.storage, cup.clock)).toEqual(await cup.app.publicView())
        } finally {
          await cup.close()
        }
      },
    ),
    { numRuns: 10 },
  )
})
