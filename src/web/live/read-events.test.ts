import { expect, test } from 'vitest'
import { createEventReader } from './read-events.ts'

function readAll(pieces: readonly string[]): string[] {
  const heard: string[] = []
  const read = createEventReader({
    event: (type, data) => heard.push(`${type}: ${data}`),
    retry: (milliseconds) => heard.push(`retry ${milliseconds}`),
  })
  for (const piece of pieces) read(piece)
  return heard
}

const stream = 'retry: 3000\n\nevent: hello\nid: 4\ndata: {"revision":4}\n\n:\n\nid: 5\ndata: {"a":1}\n\n'
const heard = ['retry 3000', 'hello: {"revision":4}', 'message: {"a":1}']

test('events are read whole, wherever the network cut them', () => {
  for (let at = 0; at <= stream.length; at += 1) {
    expect(readAll([stream.slice(0, at), stream.slice(at)])).toEqual(heard)
  }
  expect(readAll([...stream])).toEqual(heard)
})

test('a proxy that ends its lines as HTTP does is understood', () => {
  expect(readAll([stream.replaceAll('\n', '\r\n')])).toEqual(heard)
})

test('several data lines are one text, and an event cut off at the end is none', () => {
  expect(readAll(['data: one\ndata: two\n\ndata: three\n'])).toEqual(['message: one\ntwo'])
})
