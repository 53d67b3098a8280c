import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>

/** Interfaces of containers and tunnels, which phones are never in. */
const virtualNetworks = /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|tun|tap|utun|wg|tailscale|zt)/

/** Private ranges, likeliest Wi-Fi first, then public addresses, as some universities have; never link-local. */
const ranges = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./, /^(?!169\.254\.)/]

const freshMs = 5_000

/**
 * The cup's address for phones in the same network; undefined if it listens on localhost only, or is in no network. Cached
 * for 5 s, because `networkInterfaces()` takes longer than sending a page. Keeps the last address when that call throws
 * EMFILE, because the process is out of file descriptors.
 */
export function createNearbySite({
  host,
  port,
  interfaces = networkInterfaces,
  now = () => performance.now(),
}: {
  readonly host: string | undefined
  readonly port: () => number
  readonly interfaces?: () => Interfaces
  readonly now?: () => number
}): () => string | undefined {
  let known: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    const time = now()
    if (time - askedAt < freshMs) return known
    askedAt = time
    try {
      known = nearbySite({ interfaces: interfaces(), host, port: port() })
    } catch {}
    return known
  }
}

export function nearbySite({
  interfaces,
  host,
  port,
}: {
  readonly interfaces: Interfaces
  /** The address the cup listens on; undefined for all. */
  readonly host: string | undefined
  readonly port: number
}): string | undefined {
  const listensToAll = host === undefined || host === '0.0.0.0' || host === '::'
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !virtualNetworks.test(name))
    .flatMap(([, infos]) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .filter((address) => listensToAll || address === host)
  const address = ranges.map((range) => addresses.find((one) => range.test(one))).find(Boolean)
  return address && `http://${address}${port === 80 ? '' : `:${port}`}`
}
