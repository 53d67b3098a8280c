import { describe, expect, test } from 'vitest'
import {
  compareText,
  counted,
  failureText,
  foldText,
  isLoopback,
  isolated,
  minutesOf,
  revisionOf,
  textOf,
} from './text.ts'

test('a failure’s text has its causes, and no other fields', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    detail: 'Key (phone)=(555-0100) already exists.',
  })
  const text = failureText(new Error('The team could not be saved', { cause }))
  expect(text).toMatch(/The team could not be saved[\s\S]*\nbecause of Error: duplicate key\n/)
  expect(text).not.toContain('555-0100')
  expect(failureText(new Error('alone'))).not.toContain('because of')
  expect(failureText('a mere text')).toBe('a mere text')
})

test.each([
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['https://cup.localhost:3000/', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.2:3000', false],
  ['https://localhost.example.org', false],
  ['https://cup.example.org', false],
  ['https://cup.example.org/?from=http://localhost/', false],
])('%s is a loopback address: %s', (site, is) => {
  expect(isLoopback(site)).toBe(is)
})

describe('a text folded for comparing', () => {
  test.each([
    ['  Zoë   MÜLLER ', 'zoe muller'],
    ['Straße', 'strasse'],
    ['Łódź Æsir œuvre Øre Đorđe Ðað Þór ılık', 'lodz aesir oeuvre ore dorde dad thor ilik'],
    ['Ｆｕｌｌ ﬁ', 'full fi'],
    ['An\u200bna', 'anna'],
  ])('%j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})

test('only right-to-left names are isolated', () => {
  expect(isolated('علي')).toBe('\u2068علي\u2069')
  expect(isolated('שרה')).toBe('\u2068שרה\u2069')
  expect(isolated('Анна')).toBe('Анна')
})

test('counts have a singular and a plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'bye'))).toEqual(['0 byes', '1 bye', '2 byes'])
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

test('texts are compared by code units', () => {
  expect([compareText('a', 'b'), compareText('b', 'a'), compareText('a', 'a')]).toEqual([-1, 1, 0])
  expect(['b', 'a', 'ä', 'Z'].sort(compareText)).toEqual(['Z', 'a', 'b', 'ä'])
})

test.each([
  ['00:00', 0],
  ['09:05', 545],
  ['21:15', 1275],
  ['23:59', 1439],
  ['24:00', undefined],
  ['9:15', undefined],
  ['21:60', undefined],
  ['121:15', undefined],
  ['21:150', undefined],
  ['21:15:00', undefined],
  ['', undefined],
])('%s is minute %s of the day', (time, minute) => {
  expect(minutesOf(time)).toBe(minute)
})

test.each([
  ['0', 0],
  ['42', 42],
  ['999999999999999', 999_999_999_999_999],
  ['9999999999999999', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1x', undefined],
  ['x1', undefined],
  ['', undefined],
  [null, undefined],
])('%s as a revision is %s', (text, revision) => {
  expect(revisionOf(text)).toBe(revision)
})

test('a form field is trimmed, and empty if it is missing or a file', () => {
  const form = new FormData()
  form.set('name', '  Ann ')
  form.set('file', new Blob(['Ann']))
  expect(['name', 'file', 'none'].map((name) => textOf(form, name))).toEqual(['Ann', '', ''])
})
