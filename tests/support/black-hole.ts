import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atTestEnd } from './at-test-end.ts'

/** TCP proxy that can drop all traffic while its connections stay open. */
export async function openBlackHole(serverUrl: string) {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  let isSilent = false
  let swallowed = new WeakSet<Socket>()

  const server = createServer((visitor) => {
    const onward = connect(Number(target.port), target.hostname)
    pass(visitor, onward)
    pass(onward, visitor)
  })

  function pass(from: Socket, to: Socket) {
    open.add(from)
    from.on('data', (bytes) => {
      if (!isSilent && !swallowed.has(from)) to.write(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      if (!swallowed.has(from)) to.destroy()
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Drops all traffic from now on. */
    fallSilent() {
      isSilent = true
    },
    /** New connections pass again; the earlier ones stay silent. */
    passNewOnes() {
      swallowed = new WeakSet(open)
      isSilent = false
    },
    close: atTestEnd(async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    }),
  }
}
