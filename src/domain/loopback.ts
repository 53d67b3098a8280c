/** A loopback origin: unreachable for phones. */
export function isLoopback(site: string): boolean {
  return /^\w+:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i.test(site)
}
