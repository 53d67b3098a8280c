import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from './backup-file.ts'

const read = (...pieces: string[]) => Readable.from(linesOf(Readable.from(pieces))).toArray()

test('a line may come in pieces, and the last one needs no end', async () => {
  expect(await read('one\ntw', 'o', '\n', '\nfour')).toEqual(['one', 'two', '', 'four'])
  expect(await read('one\n')).toEqual(['one'])
  expect(await read()).toEqual([])
})

test('a file that went through another system reads the same', async () => {
  expect(await read('one\r', '\ntwo\r\n')).toEqual(['one', 'two'])
})

test('what only some call the end of a line stays inside it', async () => {
  const line = JSON.stringify({ winners: 'Anna\u2028Ben\u2029\u0085' })
  expect(await read(`${line}\n{}\n`)).toEqual([line, '{}'])
})
