import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { answer } from './worker.ts'

/** Listeners on raw sockets, cheap enough that the server is the bottleneck. */

type Post = { readonly path: string; readonly headers: Record<string, string>; readonly body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let heard: Uint32Array = new Uint32Array(0)
let awaited = 0
let left = 0
let allHeard = () => {}
let port = 0
let rounds = 0
const sockets: Socket[] = []

function hear(index: number) {
  heard[index] = (heard[index] ?? 0) + 1
  if (heard[index] !== awaited) return
  left -= 1
  if (left === 0) allHeard()
}

const marker = Buffer.from('\ndata: {"revision"')
const socketIoMarker = Buffer.from('42["revision"')

/** One read buffer for all sockets: reading allocates nothing. */
const shared = Buffer.alloc(64 * 1_024)

function open(onText: (socket: Socket, chunk: Buffer) => void, onError: (error: Error) => void): Socket {
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback(length) {
        onText(socket, shared.subarray(0, length))
        return true
      },
    },
  })
  socket.on('error', onError)
  sockets.push(socket)
  return socket
}

function listenToEvents(index: number, since: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    const socket = open((_, chunk) => {
      if (!isOpen) {
        isOpen = true
        return resolve()
      }
      // Heartbeats do not count.
      if (chunk.indexOf(marker) >= 0) hear(index)
    }, reject)
    socket.write(
      `GET /events?since=${since} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`,
    )
  })
}

/** Minimal WebSocket and socket.io client: handshake, pong, events. */
function listenToSocketIo(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let isUpgraded = false
    const socket = open((self, chunk) => {
      if (chunk.indexOf(socketIoMarker) >= 0) return hear(index)
      if (!isUpgraded) {
        isUpgraded = true
        sendText(self, '40')
      }
      if (chunk.indexOf('40{"sid"') >= 0) return resolve()
      if (chunk.length === 3 && chunk[2] === 0x32) sendText(self, '3')
    }, reject)
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    )
  })
}

function sendText(socket: Socket, text: string) {
  // Clients must mask their frames; a mask of zeros changes nothing.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
}

function post({ path, headers, body }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const onward = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode ?? 0))
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

const questions = {
  async open(options: { port: number; count: number; kind: 'events' | 'socket.io'; since: number }) {
    port = options.port
    heard = new Uint32Array(options.count)
    const listen = (index: number) =>
      options.kind === 'events' ? listenToEvents(index, options.since) : listenToSocketIo(index)
    for (let from = 0; from < options.count; from += 200) {
      const batch = Array.from({ length: Math.min(200, options.count - from) }, (_, at) => listen(from + at))
      await Promise.all(batch)
    }
  },
  /** Posts once; returns the milliseconds until the last listener received it. */
  async round(tap: Post) {
    rounds += 1
    awaited = rounds
    left = heard.length
    const everyone = new Promise<number>((resolve) => {
      allHeard = () => resolve(performance.now())
    })
    const begin = performance.now()
    const status = await post(tap)
    if (status >= 400) throw new Error(`The tap was answered with ${status}`)
    const patience = setTimeout(() => {
      throw new Error(`${left} listeners did not hear round ${rounds}`)
    }, 30_000)
    const end = await everyone
    clearTimeout(patience)
    return end - begin
  },
  /** Listeners that did not receive every event exactly once. */
  missed: () => heard.filter((count) => count !== rounds).length,
}

export type ListenerQuestions = typeof questions

answer(questions)
