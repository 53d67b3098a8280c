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

type Relay = {
  readonly process: ChildProcess
  size: number
  /** On its way there, and still open here as well: so it ends if it does not arrive. */
  moving: Socket | undefined
}

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
    const relay: Relay = { process: child, size: 0, moving: undefined }
    function lose(why: unknown) {
      if (!relays?.includes(relay)) return
      relays = relays.filter((other) => other !== relay)
      letGo(relay)
      logProblem('A process that sends to listeners has ended; they come again.', why)
    }
    child.on('error', lose)
    child.on('exit', (code, signal) => lose(`It ended with ${signal ?? code}.`))
    child.on('message', ({ isReady, size }: RelayReport) => {
      relay.size = size
      if (!isReady) return
      letGo(relay)
      share()
    })
    return relay
  }

  /** Closes it here alone, if the other process has it. */
  function letGo(relay: Relay) {
    relay.moving?.destroy()
    relay.moving = undefined
  }

  function tell(order: RelayOrder) {
    for (const { process } of relays ?? []) process.send(order, ignoreError)
  }

  /** One at a time for each, so that no event waits behind a queue of sockets on their way. */
  function share() {
    if (home.size <= atHome) return
    if (!relays) {
      // Tried once, whatever comes of it.
      relays = []
      relays = Array.from({ length: count }, start)
    }
    for (const relay of relays) {
      if (relay.moving || !relay.process.connected || relay.size >= home.size) continue
      const socket = home.release()
      if (socket) give(relay, socket)
    }
  }

  // Node forgets a socket on its way to a process that ends, open and with nobody to send to it; so this keeps it, too.
  function give(relay: Relay, socket: Socket) {
    relay.moving = socket
    relay.process.send('take' satisfies RelayOrder, socket, { keepOpen: true }, ignoreError)
    relay.process.send('report' satisfies RelayOrder, ignoreError)
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
      for (const relay of ending) {
        letGo(relay)
        if (relay.process.connected) relay.process.disconnect()
      }
    },
    get size() {
      return (relays ?? []).reduce((sum, { size, moving }) => sum + size + (moving ? 1 : 0), 0)
    },
  }
}
