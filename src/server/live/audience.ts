import type { Socket } from 'node:net'

/** The sockets that get every event, as the same bytes. A slow reader holds up nobody and is cut off. */
export function createAudience(mostUnread: number) {
  const sockets = new Set<Socket>()
  /** The largest thing sent in one go: that it takes a while to read does not make a reader slow. */
  let largest = 0

  return {
    /** `opening`: how many bytes it was sent to begin with. */
    add(socket: Socket, opening: number) {
      largest = Math.max(largest, opening)
      socket.once('close', () => sockets.delete(socket))
      sockets.add(socket)
    },
    write(bytes: Buffer) {
      largest = Math.max(largest, bytes.length)
      for (const socket of sockets) {
        socket.write(bytes)
        if (socket.writableLength > mostUnread + largest) socket.destroy()
      }
    },
    end() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    get size() {
      return sockets.size
    },
  }
}
