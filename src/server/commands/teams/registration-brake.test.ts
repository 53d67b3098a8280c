import { beforeEach, describe, expect, test } from 'vitest'
import { teamForm } from '../../../../tests/support/cup-app.ts'
import { createRegistrationBrake, type RegistrationBrake } from './registration-brake.ts'

const second = 1_000
const minute = 60 * second

let time: number
let brake: RegistrationBrake

beforeEach(() => {
  time = Date.parse('2025-04-04T19:00:00.000Z')
  brake = createRegistrationBrake(() => time)
})

const enter = (name: string, address = '10.0.0.1') => brake.enter({ address, form: teamForm(name) })
const isIn = (name: string, address?: string) => !enter(name, address).isHeld
/** How many of so many new teams get in at once. */
const flood = (count: number, addressOf: (nth: number) => string = () => '10.0.0.1', name = 'Bot') =>
  Array.from({ length: count }, (_, nth) => isIn(`${name} ${time} ${nth}`, addressOf(nth))).filter(Boolean)
    .length

describe('from one address', () => {
  test('40 teams get in at once, and 40 again in the next ten minutes, one by one', () => {
    expect(flood(200)).toBe(40)
    let more = 0
    for (let passed = 0; passed < 10 * minute; passed += second) {
      time += second
      more += flood(5)
    }
    expect(more).toBe(40)
  })

  test('whoever was held is told to wait 20 seconds, and gets in then, whatever the flood', () => {
    flood(200)
    expect(enter('Ann')).toEqual({ isHeld: true, waitSeconds: 20, isNews: false })
    time += 5 * second
    flood(200)
    expect(enter('Ann')).toMatchObject({ isHeld: true, waitSeconds: 15 })
    time += 15 * second
    flood(200)
    expect(isIn('Ann')).toBe(true)
  })

  test('a household’s IPv6 addresses count as one', () => {
    expect(flood(200, (nth) => `2001:db8:0:1::${nth.toString(16)}`)).toBe(40)
    expect(isIn('Ann', '2001:db8:0:2::1')).toBe(true)
  })

  test('nobody waits longer though the clock is set back', () => {
    flood(20)
    time -= 2 * 60 * minute
    expect(flood(200)).toBe(20)
    expect(enter('Ann')).toMatchObject({ isHeld: true, waitSeconds: 20 })
    time += 20 * second
    expect(isIn('Ann')).toBe(true)
    time += 10 * minute
    expect(flood(200)).toBe(40)
  })

  test('nobody else waits', () => {
    flood(2_000)
    expect(isIn('Ann', '10.0.0.2')).toBe(true)
  })

  test('what was no entry after all does not count', () => {
    for (let nth = 0; nth < 100; nth += 1) {
      const entered = enter(`Ann ${nth}`)
      if (!entered.isHeld) entered.takeBack()
    }
    expect(flood(200)).toBe(40)
  })
})

describe('from everywhere', () => {
  const anywhere = (nth: number) => `10.${nth % 250}.${Math.floor(nth / 250)}.${time % 250}`

  test('no more than 60 teams get in within a minute', () => {
    expect(flood(1_000, anywhere)).toBe(50)
    time += 30 * second
    expect(flood(1_000, anywhere)).toBe(0)
    time += 30 * second
    expect(flood(1_000, anywhere)).toBe(50)
  })

  test('an honest team that comes again gets in within two minutes', () => {
    flood(1_000, anywhere)
    expect(isIn('Ann', '192.0.2.1')).toBe(false)
    time += 20 * second
    flood(1_000, anywhere)
    expect(isIn('Ann', '192.0.2.1')).toBe(true)
  })
})

describe('the organisers', () => {
  const newsOf = (count: number) =>
    Array.from({ length: count }, (_, nth) => enter(`Bot ${time} ${nth}`)).filter(
      (answer) => answer.isHeld && answer.isNews,
    ).length

  test('hear of a flood once in ten minutes, and of a few who were held not at all', () => {
    expect(newsOf(59)).toBe(0)
    expect(newsOf(500)).toBe(1)
    time += 9 * minute
    expect(newsOf(500)).toBe(0)
    time += minute
    expect(newsOf(500)).toBe(1)
  })
})
