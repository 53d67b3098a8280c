import type { Socket } from 'node:net'
import { createAudience } from './audience.ts'

/** What a relay is told: to take the socket that comes along, to say that it did, to write, or to end every stream. */
export type RelayOrder = 'take' | 'report' | 'end' | { readonly write: string }
/** What it tells: how many it has now, and, when it was asked, that it is ready for another. */
export type RelayReport = { readonly isReady: boolean; readonly size: number }

// A process of its own, started by the hub for a share of its listeners: all it knows is their sockets.
const audience = createAudience(Number(process.argv[2]), () => report(false))

function report(isReady: boolean) {
  const sent: RelayReport = { isReady, size: audience.size }
  // Without a server to report to, this ends.
  process.send?.(sent, undefined, undefined, () => {})
}

process.on('message', (order: RelayOrder, socket?: Socket) => {
  if (order === 'end') {
    audience.end()
    return report(false)
  }
  if (order === 'report') return report(true)
  if (order !== 'take') return audience.write(Buffer.from(order.write))
  // Who left on the way here is no socket any more.
  if (socket) {
    socket.on('error', () => {})
    // Nothing is expected of a listener but its leaving.
    socket.resume()
    audience.add(socket)
  }
})

// It goes with the server and not before it: Ctrl-C reaches both.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
