import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-tools.mjs'
import { chromiumFlags } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Node runs these untransformed.
  build: { external: ['**/build/**', '**/src/**'] },
  // Half of a journey is waiting: for a cup to start, a page to load, a clock to turn.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // A service worker would answer in place of a network that a journey breaks, and cache the whole app in each new browser; live.spec.ts and without-network.spec.ts allow it.
    serviceWorkers: 'block',
    // `npm run check` loads this file too, and needs no Chromium. In-process GPU: one process less per browser.
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: [...chromiumFlags, '--in-process-gpu'],
    },
    // Recording costs time; run with `--trace on` to investigate a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // Tags in a journey's title: `@laptop`, otherwise it runs on a phone; `@nightly`, not for every change (scripts/test.ts). Laptops come first, because the longest journey is one of them.
  projects: [
    {
      name: 'laptop',
      grep: /@laptop/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: /@laptop/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
})
