import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHub, type HubLimits, type LiveSource } from '../../../src/server/live/hub.ts'
import { atTestEnd } from '../../support/at-test-end.ts'
import { manualClock } from '../../support/manual-clock.ts'

/** The real hub on a real port, with a fake clock. */
export async function serveHub(view: LiveSource, limits?: Partial<HubLimits>) {
  const clock = manualClock()
  const newHub = () => createHub({ view, clock, random: () => 0.5, ...(limits && { limits }) })
  let hub = newHub()
  const server = createServer((req, res) => hub.connect(req, res, async () => false))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    clock,
    get hub() {
      return hub
    },
    /** Simulates a restart of the server: kept events are lost and every stream is cut. */
    restart() {
      hub.close()
      hub = newHub()
    },
    /** The network drops every connection. */
    cut: () => server.closeAllConnections(),
    stop: atTestEnd(() => {
      hub.close()
      server.closeAllConnections()
      server.close()
    }),
  }
}
