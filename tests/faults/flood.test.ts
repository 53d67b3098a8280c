import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCup, type TestCup } from '../support/start-cup.ts'
import { many as inWords, report, seconds, size } from './support/figures.ts'

const connections = size('FAULT_CONNECTIONS', 500)

let cup: TestCup
let sockets: Socket[]

beforeEach(async () => {
  cup = await startCup()
  sockets = []
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await cup.stop()
})

async function open(bytes = '', reads = true): Promise<Socket> {
  const { hostname, port } = new URL(cup.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  if (reads) socket.resume()
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return socket
}

const many = (count: number, bytes: string, reads = true) =>
  Promise.all(Array.from({ length: count }, () => open(bytes, reads)))

/** A visitor, and an organiser, do what they came for. */
async function expectService(flood: string) {
  const begin = performance.now()
  for (const path of ['/', '/draw', '/rules', '/healthz']) {
    expect([path, (await fetch(cup.url + path)).status]).toEqual([path, 200])
  }
  const cookie = await cup.signIn()
  expect((await cup.post('/admin/settings', { registration: 'open' }, cookie)).status).toBeLessThan(400)
  expect((await fetch(`${cup.url}/admin`, { headers: { cookie } })).status).toBe(200)
  const taken = performance.now() - begin
  report({
    what: flood,
    measured: `four pages, a sign-in, a change and the dashboard one after the other in ${seconds(taken)}`,
    target: 'below 10 s',
    isMet: taken < 10_000,
  })
}

const half = 'POST /register HTTP/1.1\r\nhost: cup\r\ncontent-type: application/x-www-form-urlencoded\r\n'

const floods: readonly [what: string, bytes: string][] = [
  ['that say nothing', ''],
  ['that never end their headers', 'GET / HTTP/1.1\r\nhost: cup\r\nx-slow: '],
  ['that never send the body they announced', `${half}content-length: 60000\r\n\r\nplayer1Name=`],
  ['that never end a body of unknown length', `${half}transfer-encoding: chunked\r\n\r\n5\r\nplaye\r\n`],
  ['that announce a body no form has', `${half}content-length: 9000000000\r\n\r\nx`],
]

test.each(floods)(`${connections} connections %s keep nobody else from the cup`, async (what, bytes) => {
  await many(connections, bytes)
  await expectService(`${inWords(connections)} connections ${what}`)
})

test(`${connections} connections that ask again and again and never read keep nobody else from the cup`, async () => {
  await many(connections, 'GET /draw HTTP/1.1\r\nhost: cup\r\n\r\n'.repeat(20), false)
  await expectService(`${inWords(connections)} connections that ask again and again and never read`)
})

test('bodies larger than any form are refused while they are sent, many at once, and others are served', async () => {
  const flood = Array.from({ length: 40 }, () =>
    fetch(`${cup.url}/register`, { method: 'POST', body: 'x'.repeat(2_000_000) }).then(
      ({ status }) => status,
      // Refused before all of it was sent: the connection may be cut while the sender still writes.
      () => 413,
    ),
  )
  await expectService('40 bodies of 2 MB where a form belongs')
  expect(new Set(await Promise.all(flood))).toEqual(new Set([413]))
})

test('requests that come in drops, byte by byte, are answered in the end', async () => {
  const body = 'player1Name=Ann&player2Name=&teams=&teamPhoneNumber=555'
  const request = `${half}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const socket = await open()
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.setNoDelay(true)
  for (const byte of request) await new Promise((resolve) => socket.write(byte, resolve))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).toContain('Registration to the tournament is now closed.')
})
