import { findChromium } from '../../scripts/find-tools.mjs'

/**
 * What this browser goes without. Every window would load a page for what its address bar suggests, though nobody sees
 * it, and start a process for a site that nobody opens: more work than many a page of ours. A second list replaces the
 * first, so Playwright's own is repeated here.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** How Debian's Chromium is started: as root it has no sandbox, and nothing may reach out to the network by itself. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
  // Names for what a cup of the tests would else be opened by its bare address.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
]

export function chromiumPath(): string {
  const path = findChromium()
  if (!path) {
    throw new Error(
      'Chromium is needed here and was not found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  }
  return path
}
