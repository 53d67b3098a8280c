import { expect, test } from 'vitest'
import { beginningOf, createStory, lateOnFriday, storyClock } from '../../scripts/demo-story.ts'
import { nowPlaying } from '../../src/domain/draw/tables.ts'
import { championOf } from '../../src/domain/night/progress.ts'
import { eveningWords } from '../../src/domain/night/schedule.ts'
import { anna, openCup } from '../support/cup-app.ts'

const minute = 60_000

test.each(['2026-11-18T09:00:00', '2026-11-13T23:59:00', '2026-11-14T00:01:00', '2026-01-02T22:10:00'])(
  'the demo takes place at 22:10 of the latest Friday: %s',
  (today) => {
    const evening = new Date(lateOnFriday(new Date(today)))
    expect([evening.getDay(), evening.getHours(), evening.getMinutes()]).toEqual([5, 22, 10])
    expect(Math.abs(Date.parse(today) - evening.getTime())).toBeLessThan(7 * 24 * 60 * minute)
  },
)

test('the demo looks like a real evening: entries over days, results minutes apart, two earlier editions', async () => {
  const tenPastTen = lateOnFriday(new Date())
  const clock = storyClock(beginningOf(tenPastTen))
  const cup = await openCup({ clock })
  const story = createStory(cup.app, clock, anna)
  await story.tell(tenPastTen)

  const { draw, entries, editions, settings } = await cup.app.publicView()
  if (!draw) throw new Error('There is no draw')
  expect(Math.abs(clock.now().getTime() - tenPastTen)).toBeLessThan(minute)
  const results = draw.rounds
    .flatMap(({ matches }) => matches.flatMap(({ decidedAt }) => (decidedAt ? [Date.parse(decidedAt)] : [])))
    .sort()
  expect(results.length).toBeGreaterThan(6)
  expect(results.at(-1)).toBeGreaterThan(tenPastTen - 20 * minute)
  expect(new Set(results.map((at) => Math.floor(at / minute))).size).toBeGreaterThan(results.length / 2)
  expect(nowPlaying(draw)).toHaveLength(3)
  expect(entries).toHaveLength(22)
  expect(eveningWords(settings)).toMatch(/^Fri .* 9:00 PM · The Anchor/)

  expect(editions).toHaveLength(12)
  expect(editions.every(({ theme, winners }) => theme && winners)).toBe(true)
  for (const number of [settings.editionNumber - 1, settings.editionNumber - 2]) {
    const past = await cup.app.pastDraw(number)
    expect(past && championOf(past)).toBeDefined()
  }

  let champions: string | undefined
  for (let left = 22; left > 0 && !champions; left--) champions = await story.playOn()
  expect(Object.values(draw.teams).map(({ players }) => players.join(', '))).toContain(champions)
})
