/** The build this page belongs to, as the router's own manifest names it. */
export function appVersion(): string {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: { version?: string } }
  return __reactRouterManifest?.version ?? ''
}

/** Reloads this page when the server has another version of it; on any doubt it stays. */
export async function reloadIfUpgraded() {
  const version = appVersion()
  if (version === '') return
  try {
    const answer = await fetch(location.href, { cache: 'no-store' })
    if (answer.ok && !(await answer.text()).includes(version)) location.reload()
  } catch {
    // The next page comes from the server.
  }
}
