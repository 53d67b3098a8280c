import { describe, expect, test } from 'vitest'
import { formOf } from '../../../scripts/form-of.ts'
import { anna, aVisitor, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { type ManualClock, manualClock } from '../../../tests/support/manual-clock.ts'
import { watchLog } from '../../../tests/support/watch-log.ts'
import { findFaults } from '../../domain/draw/find-faults.ts'
import { shuffle } from '../../domain/draw/make-draw.ts'
import { messages } from '../../domain/messages.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { saveCurrent } from '../storage/system-rows.ts'

let cup: OpenCup

test('without an approved team there is no draw', async () => {
  cup = await openCup()
  expect(await cup.app.createDraw(aVisitor)).toMatchObject({ ok: false, reason: 'no-approved-teams' })
  expect((await cup.app.publicView()).drawStatus).toBe('none')
})

test('approved teams are drawn once, and everyone after gets the same draw', async () => {
  cup = await openCup()
  await cup.enter('Ann', 'Bob', 'Cid', 'Dan', 'Eve')
  const first = mustDo(await cup.app.createDraw(aVisitor))
  const second = mustDo(await cup.app.createDraw(anna))
  expect(first.created).toBe(true)
  expect(second).toEqual({ drawId: first.drawId, created: false })
  const draw = await cup.draw()
  expect(draw.id).toBe(first.drawId)
  expect(
    Object.values(draw.teams)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Ann', 'Bob', 'Cid', 'Dan', 'Eve'])
  expect(draw.rounds.map(({ name }) => name)).toEqual(['Quarter Finals', 'Semi Finals', 'Grand Finals'])
  expect(findFaults(draw)).toEqual([])
  for (const match of draw.rounds.flatMap(({ matches }) => matches))
    expect(match.id).toMatch(new RegExp(`^${match.index + 1}-[a-z0-9]{8}$`))
})

test('an organiser may draw only the teams that are here', async () => {
  cup = await openCup()
  const [ann = '', bob = ''] = await cup.enter('Ann', 'Bob', 'Cid')
  expect(await cup.app.createDraw(anna, 'here')).toMatchObject({ ok: false, reason: 'nobody-here' })
  mustDo(await cup.app.setCheckedIn({ teamIds: [ann, bob], here: true }, anna))
  mustDo(await cup.app.createDraw(anna, 'here'))
  expect(Object.keys((await cup.draw()).teams).sort()).toEqual([ann, bob].sort())
  const [line] = await cup.app.journal(anna, { limit: 1 })
  expect(line?.words).toBe('The draw was made with the 2 teams that were here.')
})

test('an organiser who wants only the teams that are here learns that there is a draw already', async () => {
  cup = await openCup()
  const [ann = '', bob = ''] = await cup.enter('Ann', 'Bob', 'Cid')
  mustDo(await cup.app.setCheckedIn({ teamIds: [ann, bob], here: true }, anna))
  mustDo(await cup.app.createDraw(aVisitor))
  expect(await cup.app.createDraw(anna, 'here')).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
  expect(Object.keys((await cup.draw()).teams)).toHaveLength(3)
})

test('a visitor cannot choose that only some of the teams are drawn', async () => {
  cup = await openCup()
  const [ann = ''] = await cup.enter('Ann', 'Bob', 'Cid')
  mustDo(await cup.app.setCheckedIn({ teamIds: [ann], here: true }, anna))
  mustDo(await cup.app.createDraw(aVisitor, 'here'))
  expect(Object.keys((await cup.draw()).teams)).toHaveLength(3)
})

test('a single team is counted as one, in a new draw and a reset', async () => {
  cup = await openCup()
  const [ann = ''] = await cup.enter('Ann')
  const words = async () => (await cup.app.journal(anna, { limit: 1 }))[0]?.words
  mustDo(await cup.app.createDraw(aVisitor))
  expect(await words()).toBe('The draw was made with 1 team.')
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  const { revision } = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  expect(await words()).toBe('The tournament was reset: a new draw with 1 team.')
  mustDo(await cup.app.takeBack({ revision }, anna))
  const made = (await cup.app.journal(anna, { limit: 9 })).find(({ action }) => action === 'create-draw')
  mustDo(await cup.app.takeBack({ revision: made?.revision ?? 0 }, anna))
  mustDo(await cup.app.setCheckedIn({ teamIds: [ann], here: true }, anna))
  mustDo(await cup.app.createDraw(anna, 'here'))
  expect(await words()).toBe('The draw was made with the 1 team that was here.')
})

test('anyone can replay the draw from its seed', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob', 'Cid', 'Dan')
  const { teams, shuffleSeed, rounds } = await cup.draw()
  const drawn = shuffle(Object.keys(teams).sort(), shuffleSeed)
  expect(rounds[0]?.matches.flatMap(({ sides }) => sides)).toEqual(drawn)
})

test('the journal shows that it was being made, then that it was made', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob')
  const lines = await cup.app.journal(anna, { limit: 2 })
  expect(lines.map(({ action }) => action)).toEqual(['create-draw', 'begin-draw'])
})

test('byes go to the next round at once if set so', async () => {
  cup = await openCup()
  mustDo(await cup.app.changeSettings({ byes: 'at-once' }, anna))
  await cup.play('Ann', 'Bob', 'Cid')
  const { rounds } = await cup.draw()
  expect(rounds[1]?.matches[0]?.sides[0]).toBe(rounds[0]?.matches[0]?.sides[0])
})

test('only an organiser makes the draw when the settings say so', async () => {
  cup = await openCup()
  mustDo(await cup.app.changeSettings({ drawCreation: 'admin' }, anna))
  await cup.enter('Ann', 'Bob')
  expect(await cup.app.createDraw(aVisitor)).toMatchObject({ reason: 'draw-creation-admin' })
  expect(mustDo(await cup.app.createDraw(anna)).created).toBe(true)
  expect(mustDo(await cup.app.createDraw(aVisitor)).created).toBe(false)
})

test('an outdated copy of the page makes no draw while registration is open', async () => {
  cup = await openCup()
  await cup.enter('Ann', 'Bob')
  const opened = () => cup.app.run('generate', formOf({ auto: '1' }), aVisitor)
  expect(await opened()).toMatchObject({ ok: true, revision: 0 })
  expect((await cup.app.publicView()).drawStatus).toBe('none')
  mustDo(await cup.app.changeSettings({ registration: 'closed' }, anna))
  await opened()
  expect((await cup.app.publicView()).drawStatus).toBe('active')
})

test('a pointer to a missing tournament is cleared and a new one made', async () => {
  cup = await openCup()
  await cup.enter('Ann', 'Bob')
  await point({ tournamentID: 'gone', tournamentStatus: 'active' })
  const { created, drawId } = mustDo(await cup.app.createDraw(aVisitor))
  expect(created).toBe(true)
  expect((await cup.draw()).id).toBe(drawId)
})

test('a tournament without brackets is replaced by a new draw', async () => {
  cup = await openCup()
  await cup.enter('Ann', 'Bob')
  const { drawId: empty } = mustDo(await cup.app.createDraw(aVisitor))
  await cup.storage.transaction(async (db) => {
    await db.deleteFrom('matches').execute()
    await db.deleteFrom('brackets').execute()
  })
  const view = await cup.fresh()
  expect(view.draw).toBeUndefined()
  // Already made: opening the draw page makes no other.
  expect(view.drawStatus).toBe('active')
  const { created, drawId } = mustDo(await cup.app.createDraw(aVisitor))
  expect(created).toBe(true)
  expect(drawId).not.toBe(empty)
})

describe('while another client is making it', () => {
  let clock: ManualClock

  async function findMarker() {
    clock = manualClock()
    cup = await openCup({ clock })
    await cup.enter('Ann', 'Bob')
    await point({ tournamentID: null, tournamentStatus: 'creating', creator: 'another' })
    await cup.app.publicView()
  }

  /** Waits, in real time, until the command has set its timer. */
  async function untilWaiting(alarms: number) {
    while (clock.waiting() < alarms) await new Promise((resolve) => setImmediate(resolve))
  }

  /** Moves the clock on in steps of 100 ms until the answer is there. */
  async function asTimeGoesBy<Value>(asked: Promise<Value>): Promise<Value> {
    let isAnswered = false
    const note = () => {
      isAnswered = true
    }
    asked.then(note, note)
    while (!isAnswered) await clock.advance(100).then(() => new Promise((resolve) => setImmediate(resolve)))
    return asked
  }

  test('one looks again after 2 s and takes what the other made', async () => {
    await findMarker()
    const resting = clock.waiting()
    const asked = cup.app.createDraw(aVisitor)
    await untilWaiting(resting + 1)
    await point({ tournamentID: null, tournamentStatus: null })
    const made = mustDo(await cup.app.createDraw(anna))
    await clock.advance(2_000)
    expect(mustDo(await asked)).toEqual({ drawId: made.drawId, created: false })
  })

  test('a marker whose creator died expires after 10 s', async () => {
    await findMarker()
    const start = clock.now().getTime()
    expect(mustDo(await asTimeGoesBy(cup.app.createDraw(aVisitor))).created).toBe(true)
    expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(10_000)
  })

  test('a marker from the future, as after a clock was set back, expires too', async () => {
    await findMarker()
    await point({ tournamentID: null, tournamentStatus: 'creating', creator: 'another' }, 3_600_000)
    expect(mustDo(await cup.app.createDraw(aVisitor)).created).toBe(true)
  })

  test('gives up after 10 s, even with a node whose clock is ahead', async () => {
    await findMarker()
    await point({ tournamentID: null, tournamentStatus: 'creating', creator: 'another' }, 5_000)
    const start = clock.now().getTime()
    const logged = watchLog(/generate failed/)
    await expect(asTimeGoesBy(cup.app.createDraw(aVisitor))).rejects.toThrow(messages.loadTimeout)
    expect(clock.now().getTime() - start).toBeLessThan(15_000)
    expect(logged).toEqual([expect.stringContaining(messages.loadTimeout)])
  })

  test('two concurrent requests on one node make one draw', async () => {
    clock = manualClock()
    cup = await openCup({ clock })
    await cup.enter('Ann', 'Bob', 'Cid')
    await cup.app.publicView()
    const asked = [cup.app.createDraw(aVisitor), cup.app.createDraw(aVisitor), cup.app.createDraw(anna)]
    const answers = await asTimeGoesBy(Promise.all(asked))
    const made = answers.map(mustDo)
    expect(new Set(made.map(({ drawId }) => drawId)).size).toBe(1)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
    const draws = await cup.storage.read((db) => db.selectFrom('tournaments').select('id').execute())
    expect(draws).toHaveLength(1)
  })
})

describe('when the storage fails', () => {
  /** Fails the nth transaction from now, counting from 1. */
  function breaking() {
    let countdown = 0
    return {
      failIn: (transactions: number) => {
        countdown = transactions
      },
      wrapStorage: (storage: Storage): Storage => ({
        ...storage,
        transaction: (run: (db: Db) => Promise<never>) => {
          countdown -= 1
          if (countdown === 0) return Promise.reject(new Error('disk full'))
          return storage.transaction(run)
        },
      }),
    }
  }

  test('while looking for the draw, the access error is shown', async () => {
    const { failIn, wrapStorage } = breaking()
    cup = await openCup({ wrapStorage })
    await cup.enter('Ann', 'Bob')
    failIn(1)
    const logged = watchLog(/generate failed/)
    await expect(cup.app.createDraw(aVisitor)).rejects.toThrow(messages.accessFailed)
    expect(logged).toEqual([expect.stringContaining('disk full')])
  })

  test('while making it, the creation error is shown, and the next client need not wait', async () => {
    const { failIn, wrapStorage } = breaking()
    cup = await openCup({ wrapStorage })
    await cup.enter('Ann', 'Bob')
    failIn(2)
    const logged = watchLog(/generate failed/)
    await expect(cup.app.createDraw(aVisitor)).rejects.toThrow(messages.createFailed)
    expect(logged).toEqual([expect.stringContaining('disk full')])
    expect((await cup.app.publicView()).drawStatus).toBe('none')
    expect(mustDo(await cup.app.createDraw(aVisitor)).created).toBe(true)
  })

  test('storage that does not answer within 10 s is a timeout', async () => {
    const clock = manualClock()
    let isStuck = false
    cup = await openCup({
      clock,
      wrapStorage: (storage) => ({
        ...storage,
        transaction: (run) => (isStuck ? new Promise(() => {}) : storage.transaction(run)),
      }),
    })
    await cup.enter('Ann', 'Bob')
    isStuck = true
    const logged = watchLog(/generate failed/)
    const asked = cup.app.createDraw(aVisitor)
    const refusal = expect(asked).rejects.toThrow(messages.loadTimeout)
    await clock.advance(10_000)
    await refusal
    expect(logged).toEqual([expect.stringContaining(messages.loadTimeout)])
  })
})

function point(
  document: {
    tournamentID: string | null
    tournamentStatus: 'active' | 'creating' | null
    creator?: string
  },
  aheadMs = 0,
) {
  const updatedAt = new Date(cup.clock.now().getTime() + aheadMs).toISOString()
  return cup.storage.transaction((db) => saveCurrent(db, { ...document, updatedAt }))
}

describe('a draw that was made too early', () => {
  const made = async () => (await cup.app.journal(anna, { limit: 1 }))[0]?.revision ?? 0

  test('can be taken back, whoever made it, and the take-back too', async () => {
    cup = await openCup()
    await cup.play('Ann')
    const revision = await made()
    const [line] = await cup.app.journal(anna, { limit: 1 })
    expect(line).toMatchObject({ action: 'create-draw', who: 'a visitor', canTakeBack: true })
    const draw = await cup.draw()

    const back = mustDo(await cup.app.takeBack({ revision }, anna))
    expect(await cup.app.publicView()).toMatchObject({ drawStatus: 'none', pastDraws: [] })
    expect((await cup.app.publicView()).draw).toBeUndefined()
    expect(await cup.fresh()).toEqual(await cup.app.publicView())

    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect(await cup.draw()).toEqual(draw)
    expect(await cup.fresh()).toEqual(await cup.app.publicView())
  })

  test('by a visitor, is reserved for organisers after a take-back, by a setting that the sentence mentions', async () => {
    cup = await openCup()
    await cup.enter('Ann', 'Bob')
    mustDo(await cup.app.createDraw(aVisitor))
    const back = mustDo(await cup.app.takeBack({ revision: await made() }, anna))
    expect(back.message).toBe(
      'Taken back: The draw was made with 2 teams. From now on only organisers can make it; you can change that in Settings.',
    )
    expect((await cup.app.publicView()).settings.drawCreation).toBe('admin')
    expect(await cup.fresh()).toEqual(await cup.app.publicView())
    expect(await cup.app.createDraw(aVisitor)).toMatchObject({ reason: 'draw-creation-admin' })

    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect((await cup.app.publicView()).settings.drawCreation).toBe('anyone')
    expect(await cup.fresh()).toEqual(await cup.app.publicView())
  })

  test('by a visitor, does not overwrite a setting that was changed after its take-back', async () => {
    cup = await openCup()
    await cup.enter('Ann', 'Bob')
    mustDo(await cup.app.createDraw(aVisitor))
    const back = mustDo(await cup.app.takeBack({ revision: await made() }, anna))
    mustDo(await cup.app.changeSettings({ drawCreation: 'anyone' }, anna))
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect((await cup.app.publicView()).settings.drawCreation).toBe('anyone')
    expect((await cup.draw()).rounds).toHaveLength(1)
  })

  test('by an organiser, changes no setting when it is taken back', async () => {
    cup = await openCup()
    await cup.enter('Ann', 'Bob')
    const { revision } = mustDo(await cup.app.createDraw(anna))
    const back = mustDo(await cup.app.takeBack({ revision: revision ?? 0 }, anna))
    expect(back.message).toBe('Taken back: The draw was made with 2 teams.')
    expect((await cup.app.publicView()).settings.drawCreation).toBe('anyone')
  })

  test('and then another is made with all teams', async () => {
    cup = await openCup()
    await cup.enter('Ann')
    const first = mustDo(await cup.app.createDraw(anna))
    expect(first.revision).toBe(await made())
    mustDo(await cup.app.takeBack({ revision: first.revision ?? 0 }, anna))
    await cup.enter('Bob', 'Cid')
    const second = mustDo(await cup.app.createDraw(aVisitor))
    expect(second.drawId).not.toBe(first.drawId)
    expect(Object.keys((await cup.draw()).teams)).toHaveLength(3)
  })

  test('is taken back after byes were advanced, not after a match was played', async () => {
    cup = await openCup()
    await cup.play('Ann', 'Bob', 'Cid')
    const revision = await made()
    mustDo(await cup.app.advanceByes({}, anna))
    expect((await cup.app.journalLine(anna, revision))?.canTakeBack).toBe(true)
    const [, played] = (await cup.draw()).rounds[0]?.matches ?? []
    const win = mustDo(await cup.app.setWinner({ matchId: played?.id ?? '', side: 1 }, anna))
    expect((await cup.app.journalLine(anna, revision))?.canTakeBack).toBe(false)
    expect(await cup.app.takeBack({ revision }, anna)).toMatchObject({ reason: 'cannot-take-back' })
    mustDo(await cup.app.takeBack({ revision: win.revision }, anna))
    mustDo(await cup.app.takeBack({ revision }, anna))
    expect((await cup.app.publicView()).drawStatus).toBe('none')
  })

  test('can be drawn again with all teams while the tools are off, and that can be taken back', async () => {
    cup = await openCup()
    await cup.play('Ann')
    const early = await cup.draw()
    await cup.enter('Bob', 'Cid', 'Dan')
    const again = mustDo(await cup.app.drawAgain({}, anna))
    expect(again.message).toBe('Drawn again with all 4 teams')
    const draw = await cup.draw()
    expect(Object.keys(draw.teams)).toHaveLength(4)
    expect(findFaults(draw)).toEqual([])
    mustDo(await cup.app.takeBack({ revision: again.revision }, anna))
    expect(await cup.draw()).toEqual(early)
  })

  test('is not drawn again after a played match, or with all teams in it', async () => {
    cup = await openCup()
    expect(await cup.app.drawAgain({}, anna)).toMatchObject({ reason: 'no-draw' })
    await cup.play('Ann', 'Bob')
    expect(await cup.app.drawAgain({}, anna)).toMatchObject({ reason: 'nobody-outside' })
    await cup.enter('Cid')
    await cup.win('Ann')
    expect(await cup.app.drawAgain({}, anna)).toMatchObject({ reason: 'already-played' })
  })

  test('is not drawn again by a tap on a screen that shows an older draw', async () => {
    cup = await openCup()
    await cup.play('Ann')
    await cup.enter('Bob')
    const { revision: seen } = await cup.app.publicView()
    mustDo(await cup.app.drawAgain({ seen }, anna))
    await cup.enter('Cid')
    expect(await cup.app.drawAgain({ seen }, anna)).toMatchObject({ reason: 'changed-meanwhile' })
  })

  test('is not restored with a team that was removed since', async () => {
    cup = await openCup()
    const [ann = ''] = await cup.play('Ann')
    const back = mustDo(await cup.app.takeBack({ revision: await made() }, anna))
    mustDo(await cup.app.removeTeams({ teamIds: [ann] }, anna))
    expect(await cup.app.takeBack({ revision: back.revision }, anna)).toMatchObject({ ok: false })
  })
})
