/** Whether a site has the address by which a machine calls itself: no phone finds it there. */
export function isLoopback(site: string): boolean {
  return /^\w+:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i.test(site)
}
