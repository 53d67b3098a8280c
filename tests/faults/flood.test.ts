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
    measured: `four pages, a sign-in, a change and the dashboard in ${seconds(taken)}, one after the other`,
    target: 'below 10 s',
    isMet: taken < 10_000,
  })
}

const half = 'POST /register HTTP/1.1\r\nhost: cup\r\ncontent-type: application/x-www-form-urlencoded\r\n'

const floods: readonly [what: string, bytes: string][] = [
  ['that send nothing', ''],
  ['that never finish their headers', 'GET / HTTP/1.1\r\nhost: cup\r\nx-slow: '],
  ['that never send their announced body', `${half}content-length: 60000\r\n\r\nplayer1Name=`],
  ['that never finish a chunked body', `${half}transfer-encoding: chunked\r\n\r\n5\r\nplaye\r\n`],
  ['that announce a body of 9 GB', `${half}content-length: 9000000000\r\n\r\nx`],
]

test.each(floods)(`${connections} connections %s do not block the cup`, async (what, bytes) => {
  await many(connections, bytes)
  await expectService(`${inWords(connections)} connections ${what}`)
})

test(`${connections} connections that pipeline 20 requests and never read do not block the cup`, async () => {
  await many(connections, 'GET /draw HTTP/1.1\r\nhost: cup\r\n\r\n'.repeat(20), false)
  await expectService(`${inWords(connections)} connections that pipeline 20 requests and never read`)
})

test('bodies larger than any form are refused while they are sent, and others are served', async () => {
  const flood = Array.from({ length: 40 }, () =>
    fetch(`${cup.url}/register`, { method: 'POST', body: 'x'.repeat(2_000_000) }).then(
      ({ status }) => status,
      // The connection may be closed before the whole body was sent.
      () => 413,
    ),
  )
  await expectService('40 form posts of 2 MB')
  expect(new Set(await Promise.all(flood))).toEqual(new Set([413]))
})

test('a request sent byte by byte is answered', async () => {
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
