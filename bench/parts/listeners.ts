import { setTimeout as delay } from 'node:timers/promises'
import type { BareQuestions } from '../support/bare-worker.ts'
import type { CupQuestions } from '../support/cup-worker.ts'
import type { ListenerQuestions } from '../support/listeners-worker.ts'
import type { SocketIoQuestions } from '../support/socket-io-worker.ts'
import { median, ms, type Result, ratio } from '../support/statistics.ts'
import { startWorker, type Worker } from '../support/worker.ts'

type Tap = { readonly path: string; readonly headers: Record<string, string>; readonly body: string }

/** Latency from a posted tap to the last listener, in turns with a bare Node broadcast and with socket.io. */
export async function measureListeners(options: {
  count: number
  rounds: number
  hasSocketIo: boolean
}): Promise<Result[]> {
  const { count, rounds } = options
  const script = (name: string) => new URL(`../support/${name}.ts`, import.meta.url)
  const crowd = () => startWorker<ListenerQuestions>(script('listeners-worker'))
  const cup = startWorker<CupQuestions>(script('cup-worker'))
  const bare = startWorker<BareQuestions>(script('bare-worker'))
  const socketIo = options.hasSocketIo
    ? startWorker<SocketIoQuestions>(script('socket-io-worker'))
    : undefined
  const workers: { stop(): Promise<void> }[] = [cup, bare, ...(socketIo ? [socketIo] : [])]

  async function gather(kind: 'events' | 'socket.io', port: number, since: number) {
    const listeners = crowd()
    workers.push(listeners)
    await listeners.ask('open', { port, count, kind, since })
    return listeners
  }

  try {
    const started = await cup.ask('start', { teams: 128 })
    const tapCup = (turn: number): Tap => ({
      path: '/admin/draw',
      headers: {
        cookie: started.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        origin: `http://127.0.0.1:${started.port}`,
      },
      body: new URLSearchParams({
        intent: 'set-winner',
        matchId: started.matchId,
        side: turn % 2 === 0 ? '1' : '2',
        confirm: 'yes',
      }).toString(),
    })
    const before = await cup.ask('memory', undefined as never)
    const cupCrowd = await gather('events', started.port, started.revision)
    const after = await cup.ask('memory', undefined as never)

    const event = await oneEvent(started.port, started.revision, () => cupCrowd.ask('round', tapCup(0)))
    const tapBare: Tap = { path: '/tap', headers: {}, body: event }
    const bareCrowd = await gather('events', (await bare.ask('start', undefined as never)).port, 0)
    const json = /data: (.*)/.exec(event)?.[1] ?? '{}'
    const ioCrowd =
      socketIo && (await gather('socket.io', (await socketIo.ask('start', undefined as never)).port, 0))

    const contestants = {
      cup: (turn: number) => cupCrowd.ask('round', tapCup(turn)),
      bare: () => bareCrowd.ask('round', tapBare),
      ...(ioCrowd && { io: () => ioCrowd.ask('round', { path: '/tap', headers: {}, body: json }) }),
    }
    const times = { cup: [] as number[], bare: [] as number[], io: [] as number[] }
    const warmUp = 4
    for (let turn = 1; turn <= rounds + warmUp; turn += 1) {
      for (const [name, round] of rotated(Object.entries(contestants), turn)) {
        await settle()
        const time = await round(turn)
        if (turn > warmUp) times[name as keyof typeof times].push(time)
      }
    }
    const missed = await cupCrowd.ask('missed', undefined as never)
    const perListener = (after.resident - before.resident) / count / 1_024
    const [ours, least, io] = [median(times.cup), median(times.bare), median(times.io)]
    const crowdWords = `${count.toLocaleString('en')} listeners`
    return [
      {
        what: `From the posted tap to the last of ${crowdWords}, against a bare Node broadcast of the same ${Buffer.byteLength(event)} bytes`,
        measured: `${ratio(ours / least)} (${ms(ours)} to ${ms(least)})`,
        target: 'at most 1.30',
        isMet: ours / least <= 1.3,
      },
      {
        what: `The same against socket.io ${socketIo ? '4.8.4' : ''}`,
        measured: socketIo ? `${ratio(ours / io)} (${ms(ours)} to ${ms(io)})` : 'not installed',
        target: 'below 0.75',
        isMet: socketIo ? ours / io < 0.75 : undefined,
      },
      {
        what: `Listeners that missed or doubled one of ${rounds + warmUp + 1} events`,
        measured: String(missed),
        target: '0',
        isMet: missed === 0,
      },
      {
        what: 'Memory of the server for each listener',
        measured: `${perListener.toFixed(1)} KB (of which JavaScript heap ${((after.heap - before.heap) / count / 1_024).toFixed(1)} KB)`,
        target: 'at most 25 KB',
        isMet: perListener <= 25,
      },
    ]
  } finally {
    await cup.ask('stop', undefined as never).catch(() => {})
    await Promise.all(workers.map((worker) => (worker as Worker<never>).stop()))
  }
}

/** Lets a server finish its cleanup, so that it does not slow down the next one. The order rotates, so nobody is always first. */
const settle = () => delay(200)

function rotated<T>(items: readonly T[], by: number): T[] {
  const from = by % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}

/** The event of a tap as one listener receives it. */
async function oneEvent(port: number, since: number, tap: () => Promise<unknown>): Promise<string> {
  const closing = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/events?since=${since}`, { signal: closing.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('No stream')
  await reader.read()
  await tap()
  let text = ''
  for (;;) {
    const { value } = await reader.read()
    text += value ?? ''
    const event = /id: [\d-]+\ndata: \{"revision":.*\n\n/.exec(text)?.[0]
    if (!event) continue
    closing.abort()
    return event
  }
}
