import { beforeEach, describe, expect, test } from 'vitest'
import {
  anna,
  aVisitor,
  ben,
  mustDo,
  type OpenCup,
  openCup,
  teamForm,
} from '../../../tests/support/cup-app.ts'
import { messages } from '../../domain/messages.ts'

let cup: OpenCup

beforeEach(async () => {
  cup = await openCup()
})

const drawOf = (names: string) => cup.play(...names.split(' '))

/** The names of a first-round match. */
async function pair(index: number): Promise<[string, string]> {
  const { rounds, teams } = await cup.draw()
  const [one, two] = rounds[0]?.matches[index]?.sides ?? ['', '']
  return [teams[one]?.name ?? one, teams[two]?.name ?? two]
}

const toolsOn = () => cup.app.changeSettings({ organiserTools: 'on' }, anna).then(mustDo)

describe('recording a winner', () => {
  test('places it in the next round and says so', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [winner] = await pair(1)
    expect((await cup.win(winner)).message).toBe(messages.advanced(winner))
    const { rounds, teams } = await cup.draw()
    expect(teams[rounds[1]?.matches[0]?.sides[1] ?? '']?.name).toBe(winner)
    expect(rounds[0]?.matches[1]?.decidedAt).toBe(cup.clock.now().toISOString())
  })

  test('changing it says so, and the new one takes the place', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    await cup.win(first)
    const match = await cup.matchOf(first, second)
    const changed = await cup.app.setWinner({ matchId: match.id, side: match.side(second) }, anna)
    expect(mustDo(changed).message).toBe(messages.winnerChanged(second))
    const { rounds, teams } = await cup.draw()
    expect(teams[rounds[1]?.matches[0]?.sides[0] ?? '']?.name).toBe(second)
  })

  test('reconfirming a bye places it; reconfirming again changes nothing', async () => {
    await drawOf('Ann Bob Cid')
    const [lucky] = await pair(0)
    const { revision } = await cup.win(lucky)
    const match = (await cup.draw()).rounds[0]?.matches[0]
    const again = mustDo(await cup.app.setWinner({ matchId: match?.id ?? '', side: 1 }, anna))
    expect(again).toEqual({ revision, message: messages.advanced(lucky), unchanged: true })
  })

  test('the last one wins the cup', async () => {
    await drawOf('Ann Bob')
    expect((await cup.win('Ann')).message).toBe(messages.wonTheCup('Ann'))
  })

  test('against TBD it goes through, and a single team does not win the cup', async () => {
    await drawOf('Ann Bob Cid Dan Eve Fay Gus Hal')
    const [winner] = await pair(0)
    await cup.win(winner)
    const { message, revision } = await cup.win(winner)
    expect(message).toBe(`${winner} goes through`)
    const line = await cup.app.journalLine(anna, revision)
    expect(line?.words).toBe(`${winner} goes through (Semi Finals, match 1).`)

    await cup.close()
    cup = await openCup()
    await drawOf('Ann')
    const final = (await cup.draw()).rounds[0]?.matches[0]
    const again = mustDo(await cup.app.setWinner({ matchId: final?.id ?? '', side: 1 }, anna))
    expect(again).toMatchObject({ message: 'Ann goes through', unchanged: true })
  })

  test('is refused for a BYE, a TBD and an unknown match', async () => {
    await drawOf('Ann Bob Cid')
    const { rounds } = await cup.draw()
    const set = (matchId = '', side: 1 | 2 = 1) => cup.app.setWinner({ matchId, side }, anna)
    expect(await set(rounds[0]?.matches[0]?.id, 2)).toMatchObject({ reason: 'not-a-team' })
    expect(await set(rounds[1]?.matches[0]?.id, 1)).toMatchObject({ reason: 'not-a-team' })
    expect(await set('7-nowhere')).toMatchObject({ reason: 'no-such-match' })
  })

  test('is refused while there is no draw', async () => {
    expect(await cup.app.setWinner({ matchId: 'x', side: 1 }, anna)).toMatchObject({ reason: 'no-draw' })
  })

  test('asks before clearing played results, with their names', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    const [third] = await pair(1)
    await cup.win(first)
    await cup.win(third)
    await cup.win(first)
    const early = (await cup.draw()).rounds[0]?.matches[0]
    const target = { matchId: early?.id ?? '', side: 2 as const }
    expect(await cup.app.setWinner(target, anna)).toEqual({
      ok: false,
      reason: 'needs-confirmation',
      details: [`Grand Finals: ${first} beat ${third}`],
    })
    expect((await cup.draw()).rounds[1]?.matches[0]?.winner).toBe(1)
    mustDo(await cup.app.setWinner({ ...target, confirm: true }, anna))
    const { rounds, teams } = await cup.draw()
    expect(rounds[1]?.matches[0]?.winner).toBeUndefined()
    expect(rounds[1]?.matches[0]?.sides.map((side) => teams[side]?.name)).toEqual([second, third])
  })

  test('corrected after the final was won by the other side, it names the result that stays', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    const [champion] = await pair(1)
    await cup.win(first)
    await cup.win(champion)
    await cup.win(champion)
    const match = (await cup.draw()).rounds[0]?.matches[0]
    const { message, revision } = mustDo(await cup.app.setWinner({ matchId: match?.id ?? '', side: 2 }, anna))
    expect(message).toBe(`Winner changed to ${second}. The final is still won by ${champion}.`)
    const line = await cup.app.journalLine(anna, revision)
    expect(line?.words).toBe(
      `The winner of Semi Finals, match 1 was changed from ${first} to ${second}. The final is still won by ${champion}.`,
    )
  })

  test('set again after an undo, it names the result that stays', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    const [champion] = await pair(1)
    for (const winner of [first, champion, champion]) await cup.win(winner)
    const { id: matchId = '' } = (await cup.draw()).rounds[0]?.matches[0] ?? {}
    await toolsOn()
    mustDo(await cup.app.undoWinner({ matchId }, anna))
    const { message, revision } = mustDo(await cup.app.setWinner({ matchId, side: 2 }, anna))
    expect(message).toBe(`${messages.advanced(second)}. The final is still won by ${champion}.`)
    expect((await cup.app.journalLine(anna, revision))?.words).toBe(
      `${second} won against ${first} (Semi Finals, match 1). The final is still won by ${champion}.`,
    )
  })

  test('on an outdated screen is refused, with what happened since', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    const seen = await cup.matchOf(first, second)
    await cup.win(second, ben)
    expect(await cup.app.setWinner({ matchId: seen.id, side: 1, seen: seen.revision }, anna)).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      details: [`ben@cup.test: ${second} won against ${first} (Semi Finals, match 1).`],
    })
    const fresh = await cup.matchOf(first, second)
    mustDo(await cup.app.setWinner({ matchId: fresh.id, side: 1, seen: fresh.revision }, anna))
  })

  test('repeated by a bad network counts once and gets the same answer', async () => {
    await drawOf('Ann Bob Cid Dan')
    const match = (await cup.draw()).rounds[0]?.matches[0]
    const tap = { matchId: match?.id ?? '', side: 1 as const, seen: match?.revision ?? 0, requestId: 'tap-1' }
    const answers = await Promise.all([cup.app.setWinner(tap, anna), cup.app.setWinner(tap, anna)])
    expect(answers[0]).toEqual(answers[1])
    await cup.win((await pair(1))[0])
    expect(await cup.app.setWinner(tap, anna)).toEqual(answers[0])
    expect(await cup.app.journal(anna, { actions: ['set-winner'], limit: 100 })).toHaveLength(2)
  })

  test('never confuses two teams with the same name', async () => {
    const ids = await cup.enter('Sam')
    mustDo(await cup.app.registerTeam(teamForm('Sam', { teamPhoneNumber: 'another' })))
    const other = (await cup.app.publicView()).entries.find(({ id }) => id !== ids[0])?.id ?? ''
    mustDo(await cup.app.setApproval({ teamIds: [other], approved: true }, anna))
    mustDo(await cup.app.createDraw(aVisitor))
    const final = (await cup.draw()).rounds[0]?.matches[0]
    mustDo(await cup.app.setWinner({ matchId: final?.id ?? '', side: 2 }, anna))
    const won = (await cup.draw()).rounds[0]?.matches[0]
    expect(won?.winner).toBe(2)
  })

  test('is a small change: under 500 bytes, whatever the size of the draw', async () => {
    await drawOf(Array.from({ length: 60 }, (_, index) => `Player${index}`).join(' '))
    const heard: string[] = []
    cup.view.subscribe((news) => heard.push(JSON.stringify(news.kind === 'revision' ? news.revision : news)))
    const [one, two] = await pair(31)
    await cup.win(one === 'BYE' ? two : one)
    expect(heard).toHaveLength(1)
    expect(heard[0]?.length).toBeLessThan(480)
  })
})

describe('undo, exchange and reset', () => {
  test('rest until they are switched on', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [one, two] = (await cup.draw()).rounds[0]?.matches ?? []
    await cup.win((await pair(0))[0])
    const off = { ok: false, reason: 'tools-off' }
    expect(await cup.app.undoWinner({ matchId: one?.id ?? '' }, anna)).toMatchObject(off)
    const sides = {
      from: { matchId: one?.id ?? '', side: 1 as const },
      to: { matchId: two?.id ?? '', side: 2 as const },
    }
    expect(await cup.app.exchangeSides(sides, anna)).toMatchObject(off)
    expect(await cup.app.resetDraw({ confirm: true }, anna)).toMatchObject(off)
  })

  test('undo clears the winner and its place, and later wins once confirmed', async () => {
    await toolsOn()
    await drawOf('Ann Bob Cid Dan')
    const [first] = await pair(0)
    const [third] = await pair(1)
    await cup.win(first)
    await cup.win(third)
    await cup.win(third)
    const match = (await cup.draw()).rounds[0]?.matches[1]
    expect(await cup.app.undoWinner({ matchId: match?.id ?? '' }, anna)).toMatchObject({
      reason: 'needs-confirmation',
      details: [`Grand Finals: ${third} beat ${first}`],
    })
    const undone = mustDo(await cup.app.undoWinner({ matchId: match?.id ?? '', confirm: true }, anna))
    expect(undone.message).toBe(messages.undone)
    const final = (await cup.draw()).rounds[1]?.matches[0]
    expect(final?.winner).toBeUndefined()
    expect(final?.sides[1]).toBe('TBD')
    expect(await cup.app.undoWinner({ matchId: match?.id ?? '' }, anna)).toMatchObject({
      reason: 'not-decided',
    })
  })

  test('exchange swaps two teams of a round', async () => {
    await toolsOn()
    await drawOf('Ann Bob Cid Dan')
    const [one, two] = (await cup.draw()).rounds[0]?.matches ?? []
    const swap = {
      from: { matchId: one?.id ?? '', side: 1 as const },
      to: { matchId: two?.id ?? '', side: 2 as const },
    }
    expect(mustDo(await cup.app.exchangeSides(swap, anna)).message).toBe(messages.exchanged)
    const after = (await cup.draw()).rounds[0]?.matches
    expect(after?.[0]?.sides).toEqual([two?.sides[1], one?.sides[1]])
    expect(after?.[1]?.sides).toEqual([two?.sides[0], one?.sides[0]])
  })

  test('exchange clears both matches, after it was shown which results that are', async () => {
    await drawOf('Ann Bob Cid Dan')
    await toolsOn()
    const [[one, loser], [other]] = [await pair(0), await pair(1)]
    await cup.win(one)
    await cup.win(other)
    const [first, second] = (await cup.draw()).rounds[0]?.matches ?? []
    const swap = {
      from: { matchId: first?.id ?? '', side: 2 as const },
      to: { matchId: second?.id ?? '', side: 2 as const },
    }
    const [, lost] = await pair(1)
    expect(await cup.app.exchangeSides(swap, anna)).toMatchObject({
      reason: 'needs-confirmation',
      details: [`Semi Finals: ${one} beat ${loser}`, `Semi Finals: ${other} beat ${lost}`],
    })
    const before = await cup.text()
    const exchanged = mustDo(await cup.app.exchangeSides({ ...swap, confirm: true }, anna))
    const { rounds } = await cup.draw()
    expect(rounds.flatMap(({ matches }) => matches.filter(({ winner }) => winner))).toEqual([])
    expect(rounds[1]?.matches[0]?.sides).toEqual(['TBD', 'TBD'])
    mustDo(await cup.app.takeBack({ revision: exchanged.revision }, anna))
    expect(await cup.text()).toBe(before)
  })

  test('reset asks first, then draws anew, and can itself be taken back', async () => {
    await toolsOn()
    await drawOf('Ann Bob Cid Dan')
    const [first, second] = await pair(0)
    await cup.win(first)
    const before = await cup.draw()
    expect(await cup.app.resetDraw({}, anna)).toMatchObject({
      reason: 'needs-confirmation',
      details: [`Semi Finals: ${first} beat ${second}`],
    })
    const reset = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    expect(reset.message).toBe(messages.wasReset)
    const fresh = await cup.draw()
    expect(fresh.id).not.toBe(before.id)
    expect(fresh.rounds[0]?.matches.some(({ winner }) => winner)).toBe(false)
    const back = mustDo(await cup.app.takeBack({ revision: reset.revision }, anna))
    expect(await cup.draw()).toEqual(before)
    mustDo(await cup.app.takeBack({ revision: back.revision }, anna))
    expect(await cup.draw()).toEqual(fresh)
  })

  test('a reset is not taken back over results of the new draw', async () => {
    await toolsOn()
    await drawOf('Ann Bob')
    const reset = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
    const win = await cup.win('Ann')
    expect(await cup.app.takeBack({ revision: reset.revision }, anna)).toMatchObject({
      reason: 'cannot-take-back',
    })
    mustDo(await cup.app.takeBack({ revision: win.revision }, anna))
    expect(await cup.app.takeBack({ revision: reset.revision }, anna)).toMatchObject({ ok: false })
  })
})

describe('taking back', () => {
  test('a wrong winner found two rounds later is restored completely', async () => {
    await drawOf('Ann Bob Cid Dan Eve Fay Gus Hal')
    for (const index of [0, 1, 2, 3]) await cup.win((await pair(index))[0])
    const [first, second] = await pair(0)
    const [third] = await pair(2)
    await cup.win(first)
    await cup.win(third)
    await cup.win(first)
    const before = await cup.draw()
    const match = before.rounds[0]?.matches[0]
    const changed = mustDo(
      await cup.app.setWinner({ matchId: match?.id ?? '', side: 2, confirm: true }, anna),
    )
    expect((await cup.draw()).rounds[1]?.matches[0]?.winner).toBeUndefined()
    expect((await cup.app.journalLine(anna, changed.revision))?.words).toContain(
      `changed from ${first} to ${second}`,
    )
    expect((await cup.app.journalLine(anna, changed.revision))?.canTakeBack).toBe(true)
    mustDo(await cup.app.takeBack({ revision: changed.revision }, anna))
    const after = await cup.draw()
    expect(withoutRevisions(after)).toEqual(withoutRevisions(before))
    expect((await cup.app.journalLine(anna, changed.revision))?.canTakeBack).toBe(false)
  })

  test('is refused once something it touched has changed', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [first] = await pair(0)
    const [third] = await pair(1)
    const win = await cup.win(first)
    await cup.win(third)
    await cup.win(first)
    expect((await cup.app.journalLine(anna, win.revision))?.canTakeBack).toBe(false)
    expect(await cup.app.takeBack({ revision: win.revision }, anna)).toMatchObject({
      reason: 'cannot-take-back',
    })
  })

  test('tapped twice counts once, and writes no second line', async () => {
    await drawOf('Ann Bob Cid Dan')
    const { revision } = mustDo(await cup.app.callMatch({ table: 2 }, anna))
    const back = mustDo(await cup.app.takeBack({ revision }, anna))
    const again = mustDo(await cup.app.takeBack({ revision }, anna))
    expect(again).toEqual({ revision: back.revision, message: back.message, unchanged: true })
    const [line] = await cup.app.journal(anna, { limit: 1 })
    expect(line?.revision).toBe(back.revision)
  })

  test('is refused for changes that cannot be taken back', async () => {
    await drawOf('Ann Bob')
    const [begun] = await cup.app.journal(anna, { actions: ['begin-draw'], limit: 100 })
    expect(await cup.app.takeBack({ revision: begun?.revision ?? 0 }, anna)).toMatchObject({
      reason: 'cannot-take-back',
    })
    expect(await cup.app.takeBack({ revision: 9999 }, anna)).toMatchObject({ reason: 'cannot-take-back' })
  })
})

describe('absent and late teams', () => {
  test('a no-show gives the opponent a walkover, and can be undone', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [here, missing] = await pair(0)
    const match = await cup.matchOf(here, missing)
    const id = match.sides[match.side(missing) - 1] ?? ''
    const marked = mustDo(await cup.app.setAbsent({ teamId: id, absent: true }, anna))
    const after = await cup.draw()
    expect(after.absent).toEqual([id])
    expect(after.rounds[0]?.matches[0]).toMatchObject({ walkover: true, winner: match.side(here) })
    mustDo(await cup.app.takeBack({ revision: marked.revision }, anna))
    expect((await cup.draw()).absent).toEqual([])
    expect((await cup.draw()).rounds[0]?.matches[0]?.winner).toBeUndefined()
    mustDo(await cup.app.setAbsent({ teamId: id, absent: true }, anna))
    mustDo(await cup.app.setAbsent({ teamId: id, absent: false }, anna))
    expect((await cup.draw()).rounds[0]?.matches[0]?.winner).toBeUndefined()
  })

  test('taking back one no-show keeps the others', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [, one] = (await cup.draw()).rounds[0]?.matches[0]?.sides ?? ['', '']
    const [, other] = (await cup.draw()).rounds[0]?.matches[1]?.sides ?? ['', '']
    const first = mustDo(await cup.app.setAbsent({ teamId: one, absent: true }, anna))
    mustDo(await cup.app.setAbsent({ teamId: other, absent: true }, anna))
    mustDo(await cup.app.takeBack({ revision: first.revision }, anna))
    expect((await cup.draw()).absent).toEqual([other])
  })

  describe('after a new draw', () => {
    async function markAbsent() {
      await drawOf('Ann Bob Cid Dan')
      const teamId = (await cup.draw()).rounds[0]?.matches[0]?.sides[0] ?? ''
      mustDo(await cup.app.setAbsent({ teamId, absent: true }, anna))
      return teamId
    }

    async function expectStillAbsent(teamId: string) {
      const { absent, rounds } = await cup.draw()
      const first = rounds[0]?.matches.find(({ sides }) => sides.includes(teamId))
      expect(absent).toEqual([teamId])
      const opponent = first?.sides.find((side) => side !== teamId)
      expect(first).toMatchObject({ walkover: true, winner: first?.sides[0] === teamId ? 2 : 1 })
      expect(rounds[1]?.matches.flatMap(({ sides }) => sides)).toContain(opponent)
    }

    test('absent teams stay marked in a draw made again, and a take-back restores the old one', async () => {
      const missing = await markAbsent()
      const before = await cup.draw()
      await cup.enter('Wes', 'Xia', 'Yan', 'Zoe')
      const again = mustDo(await cup.app.drawAgain({}, anna))
      expect(again.message).toBe('Drawn again with all 8 teams, 1 of them marked as not here')
      await expectStillAbsent(missing)
      expect(await cup.fresh()).toEqual(await cup.app.publicView())
      mustDo(await cup.app.takeBack({ revision: again.revision }, anna))
      expect(await cup.draw()).toEqual(before)
    })

    test('absent teams stay marked after a reset, and a take-back restores the old draw', async () => {
      await toolsOn()
      const missing = await markAbsent()
      const before = await cup.draw()
      const reset = mustDo(await cup.app.resetDraw({ confirm: true }, anna))
      expect(reset.message).toBe('Tournament reset successfully. 1 team is still marked as not here.')
      await expectStillAbsent(missing)
      mustDo(await cup.app.takeBack({ revision: reset.revision }, anna))
      expect(await cup.draw()).toEqual(before)
    })

    test('a reset announces how many teams join the draw', async () => {
      await toolsOn()
      const [ann = '', bob = ''] = await cup.enter('Ann', 'Bob', 'Cid', 'Dan', 'Eve')
      mustDo(await cup.app.setCheckedIn({ teamIds: [ann, bob], here: true }, anna))
      mustDo(await cup.app.createDraw(anna, 'here'))
      await cup.win('Ann')
      expect(await cup.app.resetDraw({}, anna)).toMatchObject({
        reason: 'needs-confirmation',
        details: [
          '3 approved teams that are not in this draw will be in the new one.',
          'Grand Finals: Ann beat Bob',
        ],
      })
    })
  })

  test('a late team takes the place of a BYE', async () => {
    await drawOf('Ann Bob Cid')
    const [late] = await cup.enter('Zoe')
    const [lucky] = await pair(0)
    const match = await cup.matchOf(lucky, 'BYE')
    const placed = mustDo(await cup.app.placeTeam({ matchId: match.id, side: 2, teamId: late ?? '' }, anna))
    expect(await pair(0)).toEqual([lucky, 'Zoe'])
    expect((await cup.draw()).rounds[0]?.matches[0]?.winner).toBeUndefined()
    expect(await cup.app.placeTeam({ matchId: match.id, side: 2, teamId: late ?? '' }, anna)).toMatchObject({
      reason: 'already-in-draw',
    })
    mustDo(await cup.app.takeBack({ revision: placed.revision }, anna))
    expect(await pair(0)).toEqual([lucky, 'BYE'])
    expect((await cup.draw()).rounds[0]?.matches[0]?.winner).toBe(1)
  })

  test('a late team takes the place of a no-show', async () => {
    await drawOf('Ann Bob Cid Dan')
    const [late] = await cup.enter('Zoe')
    const match = (await cup.draw()).rounds[0]?.matches[1]
    const missing = match?.sides[0] ?? ''
    const target = { matchId: match?.id ?? '', side: 1 as const, teamId: late ?? '' }
    expect(await cup.app.placeTeam(target, anna)).toMatchObject({ reason: 'not-absent-or-bye' })
    mustDo(await cup.app.setAbsent({ teamId: missing, absent: true }, anna))
    mustDo(await cup.app.placeTeam(target, anna))
    const after = await cup.draw()
    expect(after.rounds[0]?.matches[1]?.sides[0]).toBe(late)
    expect(after.absent, 'whoever was replaced still did not come').toEqual([missing])
  })

  test('an unapproved or unknown team is not placed', async () => {
    await drawOf('Ann Bob Cid')
    mustDo(await cup.app.registerTeam(teamForm('Zoe')))
    const zoe =
      (await cup.app.publicView()).entries.find(({ player1Name }) => player1Name === 'Zoe')?.id ?? ''
    const match = (await cup.draw()).rounds[0]?.matches[0]
    const place = (teamId: string) => cup.app.placeTeam({ matchId: match?.id ?? '', side: 2, teamId }, anna)
    expect(await place(zoe)).toMatchObject({ reason: 'not-approved' })
    expect(await place('nobody')).toMatchObject({ reason: 'no-such-team' })
  })

  test('all byes advance with one tap', async () => {
    await drawOf('Ann Bob Cid Dan Eve')
    mustDo(await cup.app.advanceByes({}, anna))
    const { rounds } = await cup.draw()
    expect(rounds[1]?.matches.flatMap(({ sides }) => sides).filter((side) => side !== 'TBD')).toHaveLength(3)
    expect(await cup.app.advanceByes({}, anna)).toMatchObject({ ok: true, value: { unchanged: true } })
  })
})

describe('tables', () => {
  test('the next match goes to the next free table, and a winner frees it', async () => {
    mustDo(await cup.app.changeSettings({ scheduleGroupSize: 1 }, anna))
    await drawOf('Ann Bob Cid Dan')
    mustDo(await cup.app.callMatch({}, anna))
    expect((await cup.draw()).rounds[0]?.matches[0]).toMatchObject({
      table: 1,
      calledAt: cup.clock.now().toISOString(),
    })
    expect(await cup.app.callMatch({}, anna)).toMatchObject({ reason: 'no-free-table' })
    await cup.win((await pair(0))[0])
    expect((await cup.draw()).rounds[0]?.matches[0]?.table).toBeUndefined()
    mustDo(await cup.app.callMatch({}, anna))
    expect((await cup.draw()).rounds[0]?.matches[1]?.table).toBe(1)
  })

  test('a given match goes to a given table, and back into the queue', async () => {
    await drawOf('Ann Bob Cid Dan')
    const match = (await cup.draw()).rounds[0]?.matches[1]
    mustDo(await cup.app.callMatch({ matchId: match?.id ?? '', table: 5 }, anna))
    expect((await cup.draw()).rounds[0]?.matches[1]?.table).toBe(5)
    expect(await cup.app.callMatch({ table: 5 }, anna)).toMatchObject({ reason: 'table-taken' })
    mustDo(await cup.app.uncallMatch({ matchId: match?.id ?? '' }, anna))
    expect((await cup.draw()).rounds[0]?.matches[1]?.table).toBeUndefined()
    expect(await cup.app.uncallMatch({ matchId: match?.id ?? '' }, anna)).toMatchObject({
      reason: 'not-called',
    })
  })
})

function withoutRevisions(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'revision' ? undefined : inner)))
}
