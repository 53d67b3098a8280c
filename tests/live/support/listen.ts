import { connect } from 'node:net'
import { atTestEnd } from '../../support/at-test-end.ts'

export type Heard = {
  readonly type: string
  /** The revision at the end of the event's id. */
  readonly id: number
  readonly epoch: number
  readonly data: never
  readonly bytes: number
}

/** An SSE client on a raw socket, which sees the exact bytes. */
export async function listen(
  url: string,
  { since, lastEventId }: { since?: number | string; lastEventId?: string } = {},
) {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  let waiting: (() => void)[] = []
  let isEnded = false
  function wake() {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    text += chunk
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isEnded = true
    wake()
  })
  const query = since === undefined ? '' : `?since=${since}`
  const resume = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`
  socket.write(`GET ${pathname}${query} HTTP/1.1\r\nhost: cup\r\naccept: text/event-stream\r\n${resume}\r\n`)

  /** All but heartbeats. */
  function events(): Heard[] {
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    const blocks = body.split('\n\n').slice(0, -1)
    const heard = blocks.filter((block) => block.includes('data: ')).map(readEvent)
    return heard.filter(({ type }) => type !== 'heartbeat')
  }

  const listener = {
    /** Everything received, headers included. */
    text: () => text,
    head: () => text.slice(0, text.indexOf('\r\n\r\n')),
    events,
    isEnded: () => isEnded,
    async until(isReached: () => boolean) {
      while (!isReached()) {
        if (isEnded) throw new Error(`The stream ended after:\n${text}`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    async ended() {
      while (!isEnded) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    /** Waits until the catch-up is complete, and returns its events. */
    async caughtUp() {
      await listener.until(() => events().some(({ type }) => type === 'hello'))
      return events()
    },
    /** Waits until the event of that revision is complete. */
    async reached(revision: number) {
      await listener.until(() => {
        const begin = text.indexOf(`-${revision}\ndata: `)
        return begin >= 0 && text.includes('\n\n', begin)
      })
    },
    socket,
    close: atTestEnd(() => socket.destroy()),
  }
  return listener
}

function readEvent(block: string): Heard {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  const [epoch, id] = (fields.id ?? '').split('-').map(Number)
  return {
    type: fields.event ?? 'message',
    id: id ?? Number.NaN,
    epoch: epoch ?? Number.NaN,
    data: JSON.parse(fields.data ?? 'null') as never,
    bytes: Buffer.byteLength(block) + 2,
  }
}
