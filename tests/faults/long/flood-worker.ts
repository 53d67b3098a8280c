import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { answer } from '../../../bench/support/worker.ts'

/** Floods by name; each makes the nth request. `link` is the token of a team's own link. */
const floods = {
  'made-up addresses': (nth: number) => ({ path: `/nothing-${nth}` }),
  'made-up session cookies': () => ({
    path: '/draw',
    headers: { cookie: `cup-session=${randomBytes(32).toString('base64url')}` },
  }),
  'malformed session cookies': (nth: number) => ({
    path: '/draw',
    headers: { cookie: `cup-session=${nth}` },
  }),
  'upper-case addresses (/DRAW)': (nth: number) => ({ path: `/DRAW?${nth}` }),
  'made-up Host headers': (nth: number) => ({ path: '/draw', headers: { host: `cup-${nth}.example` } }),
  'made-up queries to /draw.data': (nth: number) => ({ path: `/draw.data?match=${nth}` }),
  'requests for one own page': (_nth: number, link: string) => ({ path: `/entry/${link}` }),
  'registrations from one address': (nth: number) => registration(nth, '192.0.2.1'),
  'registrations from many addresses': (nth: number) =>
    registration(nth, `198.51.${nth % 250}.${(nth >> 8) % 250}`),
  'registrations that obey Retry-After': (nth: number) => ({
    ...registration(nth, `198.51.${nth % 250}.${(nth >> 8) % 250}`),
    isPolite: true,
  }),
  'posts to make a draw that exists': () => form('/draw', { intent: 'generate' }),
  '60 KB forms of accents': (nth: number) =>
    inParts('/register', { player1Name: accents, teamPhoneNumber: `${nth}` }),
  'wrong passwords for a known account': (nth: number) => signIn('organiser@cup.test', nth),
  'wrong passwords for made-up accounts': (nth: number) => signIn(`nobody-${nth}@cup.test`, nth),
} satisfies Record<string, (nth: number, link: string) => Sent>

type Sent = {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Retried after its Retry-After, before any new request. */
  readonly isPolite?: boolean
}
export type Flood = keyof typeof floods

function registration(nth: number, address: string): Sent {
  const fields = { player1Name: `Bot ${nth}`, player2Name: '', teams: '', teamPhoneNumber: `079 ${nth}` }
  return { ...form('/register', fields), headers: { ...formType, 'x-forwarded-for': address } }
}

function signIn(email: string, nth: number): Sent {
  return form('/login', { email, password: `not the password ${nth}` })
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

function form(path: string, fields: Record<string, string>): Sent {
  return { path, headers: formType, body: new URLSearchParams(fields).toString() }
}

/** The order that takes longest to normalise. */
const accents = `A${'\u0301'.repeat(14_000)}${'\u0327'.repeat(14_000)}`

/** As multipart/form-data, where an accent takes two bytes instead of six. */
function inParts(path: string, fields: Record<string, string>): Sent {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: `${parts.join('')}--part--\r\n`,
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 })
const mostUnanswered = 2_000
let timer: NodeJS.Timeout | undefined
let sent = 0
let unanswered = 0
const statuses: Record<string, number> = {}

/** Refused forms, with the time of their retry. */
const held: { readonly at: number; readonly again: Sent }[] = []

function nextOf(flood: Flood, link: string): Sent {
  const due = held.findIndex(({ at }) => at <= performance.now())
  return held.splice(due, due < 0 ? 0 : 1)[0]?.again ?? floods[flood](sent, link)
}

function send(port: number, message: Sent) {
  const { path, headers, body } = message
  unanswered += 1
  const count = (status: string) => {
    unanswered -= 1
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const onward = request({
    port,
    host: '127.0.0.1',
    path,
    // Compressed, as browsers ask for it: the cup is measured, not the bandwidth.
    headers: { 'accept-encoding': 'br', ...headers },
    agent,
    method: body ? 'POST' : 'GET',
  })
  onward.on('response', (response) => {
    response.resume()
    const { 'retry-after': seconds = '' } = response.headers
    if (message.isPolite && seconds)
      held.push({ at: performance.now() + Number(seconds) * 1_000, again: message })
    response.on('close', () => count(String(response.statusCode)))
  })
  onward.on('error', () => count('none'))
  onward.end(body)
}

const questions = {
  /** Sends at a fixed rate until stopped, without waiting for answers (at most `mostUnanswered`). */
  start({ port, flood, perSecond, link }: { port: number; flood: Flood; perSecond: number; link: string }) {
    const begin = performance.now()
    timer = setInterval(() => {
      const due = ((performance.now() - begin) / 1_000) * perSecond
      for (; sent < due && unanswered < mostUnanswered; sent += 1) send(port, nextOf(flood, link))
    }, 5)
  },
  stop() {
    clearInterval(timer)
    return { sent, statuses }
  },
}

export type FloodQuestions = typeof questions

answer(questions)
