import { expect, test } from 'vitest'
import { clockText, minutesOf, twelveHour } from './clock-text.ts'

test.each([
  ['00:00', '12:00 AM'],
  ['00:05', '12:05 AM'],
  ['09:15', '9:15 AM'],
  ['12:00', '12:00 PM'],
  ['21:15', '9:15 PM'],
  ['23:59', '11:59 PM'],
])('%s reads %s', (time, words) => {
  expect(twelveHour(time)).toBe(words)
})

test('the clock goes on past midnight', () => {
  expect(clockText(24 * 60 + 75)).toBe('1:15 AM')
})

test.each(['24:00', '9:15', '21:60', '', 'noon', '21:15:00'])('%j is no time', (time) => {
  expect(minutesOf(time)).toBeUndefined()
})
