import type { Socket } from 'node:net'

export type Audience = {
  /** `granted`: what it has been given so far in one go; that this takes a while to read is not held against it. */
  add(socket: Socket, granted?: number): void
  /** The same bytes to everybody; whoever leaves too much of them unread is cut off. */
  write(bytes: Buffer): void
  end(): void
  readonly size: number
}

/** Sockets that are all told the same. Nobody's reading speed, and nobody's leaving, is felt by the others. */
export function createAudience(mostUnread: number): Audience {
  const sockets = new Set<Socket>()
  const grants = new WeakMap<Socket, number>()

  function grant(socket: Socket, bytes: number) {
    if (bytes > (grants.get(socket) ?? mostUnread)) grants.set(socket, bytes)
  }

  function dropIfStuck(socket: Socket) {
    if (socket.writableLength > mostUnread + (grants.get(socket) ?? 0)) socket.destroy()
  }

  function forget(this: Socket) {
    sockets.delete(this)
  }

  return {
    add(socket, granted = 0) {
      grant(socket, granted)
      socket.once('close', forget)
      sockets.add(socket)
    },
    write(bytes) {
      if (bytes.length > mostUnread) for (const socket of sockets) grant(socket, bytes.length)
      for (const socket of sockets) {
        socket.write(bytes)
        if (socket.writableLength > mostUnread) dropIfStuck(socket)
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
