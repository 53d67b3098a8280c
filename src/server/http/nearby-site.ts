import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>

/** Networks of containers and tunnels, where no phone is. */
const virtualNetworks = /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|tun|tap|utun|wg|tailscale|zt)/

/** The likeliest of a Wi-Fi first; a university's may have public ones. What begins with 169.254 leads nowhere. */
const ranges = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./, /^(?!169\.254\.)/]

/** Where phones in the same network find the cup; undefined where it listens on localhost alone, or is in no network. */
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
