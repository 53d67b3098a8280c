import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './backup-file.ts'

const read = (...pieces: string[]) => Readable.from(linesOf(Readable.from(pieces))).toArray()

test('a line may arrive in pieces, and the last one needs no line feed', async () => {
  expect(await read('one\ntw', 'o', '\n', '\nfour')).toEqual(['one', 'two', '', 'four'])
  expect(await read('one\n')).toEqual(['one'])
  expect(await read()).toEqual([])
})

test('CRLF is read like LF', async () => {
  expect(await read('one\r', '\ntwo\r\n')).toEqual(['one', 'two'])
})

test('U+2028 and U+2029 do not split a line', async () => {
  const line = JSON.stringify({ winners: 'Anna\u2028Ben\u2029\u0085' })
  expect(await read(`${line}\n{}\n`)).toEqual([line, '{}'])
})
