/** The build this page belongs to, as the router's own manifest names it. */
export function appVersion(): string {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: { version?: string } }
  return __reactRouterManifest?.version ?? ''
}
