import { expect, test } from 'vitest'
import { anna, mustDo, type OpenCup, openCup } from '../../../tests/support/cup-app.ts'
import { changedPlaces, firstRoundOf, isRepeated } from '../../domain/draw/check-draw.ts'
import type { DrawHistory } from './draw-history.ts'

let cup: OpenCup

const told = ({ events }: DrawHistory) =>
  events.map(({ what, by, teams }) => [what, by, teams].filter(Boolean).join(', '))

test('a cup without a draw has no draw history', async () => {
  cup = await openCup()
  expect(await cup.app.drawHistory()).toEqual({ record: undefined, events: [] })
})

test('lists every draw of the edition, with who made it and who took it back', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob', 'Cid')
  const [made] = await cup.app.journal(anna, { limit: 1 })
  mustDo(await cup.app.takeBack({ revision: made?.revision ?? 0 }, anna))
  mustDo(await cup.app.createDraw(anna))
  await cup.enter('Dan')
  const again = mustDo(await cup.app.drawAgain({}, anna))
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  const history = await cup.app.drawHistory()
  expect(told(history)).toEqual([
    'made, a visitor, 3',
    'taken back, an organiser',
    'made, an organiser, 3',
    'made again, an organiser, 4',
    'reset and made again, an organiser, 4',
  ])
  expect(history.record?.drawId).toBe((await cup.draw()).id)
  expect(JSON.stringify(history)).not.toContain('anna@')
  expect(again.revision).toBeGreaterThan(0)
})

/** Takes back the latest change, which may be a take-back. */
async function takeBackLatest() {
  const [latest] = await cup.app.journal(anna, { limit: 1 })
  mustDo(await cup.app.takeBack({ revision: latest?.revision ?? 0 }, anna))
}

test('a reset that is taken back and restored is listed as both', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob')
  await takeBackLatest()
  await takeBackLatest()
  mustDo(await cup.app.changeSettings({ organiserTools: 'on' }, anna))
  mustDo(await cup.app.resetDraw({ confirm: true }, anna))
  const { id } = await cup.draw()
  await takeBackLatest()
  await takeBackLatest()
  expect((await cup.draw()).id).toBe(id)
  expect(told(await cup.app.drawHistory())).toEqual([
    'made, a visitor, 2',
    'taken back, an organiser',
    'put back, an organiser',
    'reset and made again, an organiser, 2',
    'taken back, an organiser',
    'put back, an organiser',
  ])
})

test('a corrected number or a begun edition, taken back, is not an event of the draw', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob')
  mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
  await takeBackLatest()
  mustDo(await cup.app.beginEdition({}, anna, { confirm: true }))
  await takeBackLatest()
  expect(told(await cup.app.drawHistory())).toEqual(['made, a visitor, 2'])
})

test('the record is of the draw as made, whatever was exchanged or placed since', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob', 'Cid', 'Dan', 'Eve')
  const made = firstRoundOf(await cup.draw())
  const [late = ''] = await cup.enter('Late')
  const free = (await cup.draw()).rounds[0]?.matches.find(({ sides }) => sides[1] === 'BYE')
  mustDo(await cup.app.placeTeam({ matchId: free?.id ?? '', side: 2, teamId: late }, anna))

  const { record } = await cup.app.drawHistory()
  if (!record) throw new Error('There is no record')
  expect(record.firstRound).toEqual(made)
  expect(record.order).not.toContain(late)
  expect(isRepeated(record)).toBe(true)
  expect(changedPlaces(record.firstRound, firstRoundOf(await cup.draw()))).toEqual([
    { index: free?.index, was: 'BYE', is: late },
  ])
})

test('draws of an earlier edition are not listed, and those of a corrected number are', async () => {
  cup = await openCup()
  await cup.play('Ann', 'Bob')
  mustDo(await cup.app.changeSettings({ editionNumber: 12 }, anna))
  expect(told(await cup.app.drawHistory())).toEqual(['made, a visitor, 2'])
  await cup.win('Ann')
  mustDo(await cup.app.beginEdition({}, anna))
  expect(await cup.app.drawHistory()).toEqual({ record: undefined, events: [] })
})

test('the finals of past editions are cached while matches are played', async () => {
  let reads = 0
  cup = await openCup({
    wrapStorage: (storage) => ({
      ...storage,
      snapshot(ask) {
        reads += 1
        return storage.snapshot(ask)
      },
    }),
  })
  await cup.play('Ann', 'Bob')
  await cup.win('Ann')
  mustDo(
    await cup.app.beginEdition(
      { editionNumber: '12', editionSeason: 'Fall 2025', editionTitle: 'N12' },
      anna,
    ),
  )
  await cup.play('Cid', 'Dan', 'Eve', 'Fay')
  const expected = [{ edition: 11, winners: ['Ann'], losers: ['Bob'] }]
  expect(await cup.app.pastFinals()).toEqual(expected)
  const before = reads
  for (const winner of ['Cid', 'Eve']) {
    await cup.win(winner).catch(() => {})
    expect(await cup.app.pastFinals()).toEqual(expected)
  }
  expect(reads).toBe(before)

  // A change that may affect them voids the cache.
  mustDo(await cup.app.changeSettings({ editionNumber: 13 }, anna))
  expect(await cup.app.pastFinals()).toEqual(expected)
  expect(reads).toBeGreaterThan(before)
})
