import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { logProblem } from '../log.ts'
import type { Audience } from './audience.ts'
import type { RelayOrder, RelayReport } from './relay.ts'

export type RelayParts = {
  /** Those whom this process itself tells. */
  readonly home: Audience
  /** As many stay at home in any case: what they cost is not worth another process. */
  readonly atHome: number
  readonly relays: number
  readonly unread: number
}

export type Relays = {
  /** Gives listeners away until every process has as many. */
  share(): void
  write(bytes: Buffer): void
  end(): void
  close(): void
  readonly size: number
}

type Relay = { readonly process: ChildProcess; size: number; isTaking: boolean }

const script = fileURLToPath(new URL('./relay.ts', import.meta.url))

/** A process that cannot be told any more is about to end, which is noticed then. */
function ignoreError() {}

/**
 * The other cores of the machine. Most of what a broadcast costs is the kernel's sending, one listener after the other; several processes send side by side.
 * They start with the first listener that is given away. One that ends is not replaced: its listeners come again, and stay at home.
 */
export function createRelays({ home, atHome, relays: count, unread }: RelayParts): Relays {
  let relays: readonly Relay[] | undefined

  function start(): Relay {
    const child = fork(script, [String(unread)], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const relay: Relay = { process: child, size: 0, isTaking: false }
    function lose(why: unknown) {
      if (!relays?.includes(relay)) return
      relays = relays.filter((other) => other !== relay)
      logProblem('A process that sends to listeners has ended; they come again.', why)
    }
    child.on('error', lose)
    child.on('exit', (code, signal) => lose(`It ended with ${signal ?? code}.`))
    child.on('message', ({ hasTaken, size }: RelayReport) => {
      relay.size = size
      if (!hasTaken) return
      relay.isTaking = false
      share()
    })
    return relay
  }

  function tell(order: RelayOrder) {
    for (const { process } of relays ?? []) process.send(order, ignoreError)
  }

  /** One at a time for each, so that no event waits behind a queue of sockets on their way. */
  function share() {
    if (home.size <= atHome) return
    relays ??= Array.from({ length: count }, start)
    for (const relay of relays) {
      if (relay.isTaking || relay.size >= home.size) continue
      const socket = home.release()
      if (socket) give(relay, socket)
    }
  }

  function give(relay: Relay, socket: Socket) {
    relay.isTaking = true
    relay.process.send('take' satisfies RelayOrder, socket, (error) => {
      if (error) socket.destroy()
    })
  }

  return {
    share,
    write(bytes) {
      if (relays?.length) tell({ write: bytes.toString() })
    },
    end: () => tell('end'),
    close() {
      const ending = relays ?? []
      relays = []
      for (const { process } of ending) process.disconnect()
    },
    get size() {
      return (relays ?? []).reduce((sum, { size, isTaking }) => sum + size + Number(isTaking), 0)
    },
  }
}
