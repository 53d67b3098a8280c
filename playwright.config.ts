import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-tools.mjs'
import { chromiumFlags } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Node runs these as they are.
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
    // It would answer in the place of a network that a journey breaks, and keeps the whole app in each new browser; live.spec.ts and without-network.spec.ts have it.
    serviceWorkers: 'block',
    // `npm run check` reads this file too, where no Chromium need be. In-process GPU: one process less for each browser.
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: [...chromiumFlags, '--in-process-gpu'],
    },
    // Recording costs time; `--trace on` helps to find the cause of a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // A journey's name says where it matters: `@laptop`, else on a phone. The laptop's first, because the longest journey is among them. `@nightly`: not for every change (scripts/test.ts).
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
