import { findChromium } from '../../scripts/find-tools.mjs'

/**
 * Disabled features. By default every window prerenders a suggestion of the address bar and starts a spare renderer: more work
 * than many of our pages. A second `--disable-features` would replace Playwright's, so its list is repeated here.
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

/** Flags for Debian's Chromium: no sandbox as root, which cannot have one, and no background requests. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
  // Host names for cups that would otherwise be opened by IP address.
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
